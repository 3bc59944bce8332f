/** About 4 us on a processor of 2026. */
const EMPTY_TURNS = 3000
let turns = 0

/**
 * Lets a few microseconds pass without a system call and without allocating, between two polls of the event loop: each turn
 * of it allocates, and a wait full of turns pushed so much through the caches that the answer at its end was read 20 us late.
 */
export function passAMoment(): void {
  for (let turn = 0; turn < EMPTY_TURNS; turn += 1) turns = (turns + turn) | 0
}
