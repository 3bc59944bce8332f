/** What the machine draws its power from. */
export interface PowerSource {
  /** `ups` means that the mains are out and a battery outside the machine carries it. */
  readonly kind: 'mains' | 'battery' | 'ups'
  /** Charge of the battery inside the machine; `null` without one. */
  readonly batteryPercent: number | null
}
