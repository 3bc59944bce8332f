/** Printable ASCII, then the other characters that figures use. */
const characters = [...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), ...'µ−·×–—…≥≤→±’']

/** Advance widths of Inter in thousandths of the font size, in the order of `characters`; a test compares them with the font files. */
const advances = {
  400: [
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646, 593, 620, 566,
    619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765,
    639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456, 323, 562, 612, 571, 612, 583, 370, 613,
    591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662, 586,
    662, 288, 662, 500, 1000, 864, 662, 662, 954, 662, 261,
  ],
  600: [
    252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636, 666, 612, 640, 576,
    640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749, 746, 277, 580, 703, 565, 922, 759, 769,
    645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481, 469, 351, 574, 624, 583, 624, 591, 389, 625,
    612, 262, 262, 569, 262, 900, 612, 609, 624, 624, 397, 549, 353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673, 614,
    673, 319, 673, 500, 1000, 956, 673, 673, 954, 673, 294,
  ],
} as const

export type FontWeight = keyof typeof advances

/** Wide enough for any Latin letter; ideographs take a whole em. */
const unknownAdvance = 720

const tables = new Map<FontWeight, ReadonlyMap<string, number>>(([400, 600] as const).map((weight) => [weight, new Map(characters.map((character, index) => [character, advances[weight][index]!]))]))

/**
 * Width in pixels of a line of Inter. Kerning is left out, which makes lines come out slightly too wide, never too narrow.
 *
 * @example textWidth('enforce', { sizePx: 12, weight: 600 })
 */
export function textWidth(text: string, { sizePx, weight = 400 }: { readonly sizePx: number; readonly weight?: FontWeight }): number {
  const table = tables.get(weight)!
  let thousandths = 0
  for (const character of text) thousandths += table.get(character) ?? (character.codePointAt(0)! > 0x2e7f ? 1000 : unknownAdvance)
  return (thousandths * sizePx) / 1000
}
