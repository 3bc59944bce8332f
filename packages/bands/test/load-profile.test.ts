import { describe, expect, it } from 'vitest'
import { BandsInputError, canonicalProfile, loadProfile, profileNames, provenanceSchema, satisfiability, thresholds } from '../src/index.js'

const provisional = loadProfile('provisional')
const json = (): ReturnType<typeof loadProfile> => structuredClone(provisional)

describe('loadProfile', () => {
  it('holds the rates, slots, floor and tolerances of a run beside its bands', () => {
    expect(provisional.rates.nonstream).toEqual({ '150': 300, '4096': 150, '32768': 25 })
    expect(provisional.rates.stream).toEqual({ '150': 100 })
    expect(provisional).toMatchObject({ name: 'provisional', provisional: true, slots: 40, quiescence: { idleFloorPercent: 60 } })
  })

  it('restates the published numbers', () => {
    const { rates, quiescence, tolerances, minimumClean, bands } = loadProfile('published')
    expect(rates).toMatchObject({ nonstream: { '150': 500, '4096': 500, '32768': 150 }, stream: { '150': 250 } })
    expect(quiescence).toMatchObject({ idleFloorPercent: 60, subFloorShare: { basisPoints: 1000 }, consecutive: { readings: 2 } })
    expect(tolerances).toMatchObject({ dropped: { basisPoints: 100, floor: 25 }, failed: { basisPoints: 5, floor: 5 }, completed: { basisPoints: 9800 }, rowCount: { basisPoints: 100 } })
    expect(minimumClean).toMatchObject({ nonstream: 3, stream: 1 })
    expect(bands.BAND1.groups.map(({ payloadBytes, stream, p50CeilingMs, p99AdvisoryMs }) => [payloadBytes, stream, p50CeilingMs, p99AdvisoryMs])).toEqual([
      [150, false, 1, 2.5],
      [4096, false, 1, 2.5],
      [32768, false, 1.5, 3.5],
      [150, true, 2, 5.5],
    ])
    expect(bands).toMatchObject({
      BAND2: { payloadBytes: 150, windowMs: [0.05, 0.6] },
      BAND3: { payloadBytes: 4096, windowMs: [0.15, 0.95] },
      'BAND3-SMALL': { payloadBytes: 150, advisoryWindowMs: [-0.05, 0.1] },
      'CONTROL-AA': { payloadBytes: 150, advisoryAbsoluteMs: null },
      BAND4: { payloadBytes: 4096, ratioMax: 10 },
      'BAND3-STREAM': { payloadBytes: 150, absoluteCeilingMs: 0.6 },
      BAND5: { payloadBytes: 150, p50CeilingMs: 0.25, p99CeilingMs: 1.5 },
    })
  })

  it('runs no arm above 40 % of a knee it records', () => {
    for (const { payloadBytes, stream, lowPerSecond } of provisional.knees) {
      expect((stream ? provisional.rates.stream : provisional.rates.nonstream)[payloadBytes]).toBeLessThanOrEqual(0.4 * lowPerSecond)
    }
  })

  it('gates with every band in the published profile, and with the instrument alone in the provisional one', () => {
    const roles = (name: string): readonly string[] => Object.entries(loadProfile(name).bands).flatMap(([id, band]) => ('role' in band && band.role === 'expectation' ? [id] : []))
    expect(roles('published')).toEqual([])
    expect(roles('provisional')).toEqual(['BAND2', 'BAND3', 'BAND4', 'BAND3-STREAM'])
  })

  it('refuses a name nobody shipped with LAT_BANDS_UNKNOWN_PROFILE and lists the ones there are', () => {
    expect(profileNames).toEqual(['provisional', 'published'])
    expect(() => loadProfile('mine')).toThrow(expect.objectContaining({ code: 'LAT_BANDS_UNKNOWN_PROFILE', message: expect.stringContaining('"mine"') }))
    expect(() => loadProfile('toString')).toThrow(BandsInputError)
    expect(() => loadProfile({})).toThrow('The JSON is not a profile')
  })

  it('names every fault of a profile in one message', () => {
    const broken = { ...json(), slots: 0, bands: { ...json().bands, BAND3: { ...json().bands.BAND3, windowMs: [2, 1] }, BAND9: {} } }
    expect(() => loadProfile(broken)).toThrow(/slots: .*\n- bands\.BAND3\.windowMs: a window runs from a smaller to a larger number\n- bands: .*BAND9/s)
  })

  it.each([
    ['a text for a number', (profile: ReturnType<typeof json>) => ({ ...profile, bands: { ...profile.bands, BAND4: { ...profile.bands.BAND4, ratioMax: '10' } } }), 'bands.BAND4.ratioMax'],
    ['a share above everything', (profile: ReturnType<typeof json>) => ({ ...profile, tolerances: { ...profile.tolerances, dropped: { ...profile.tolerances.dropped, basisPoints: 10_001 } } }), 'tolerances.dropped.basisPoints'],
    ['a rate for a payload that is no size', (profile: ReturnType<typeof json>) => ({ ...profile, rates: { ...profile.rates, nonstream: { small: 5 } } }), 'rates.nonstream.small'],
    ['another format', (profile: ReturnType<typeof json>) => ({ ...profile, format: 2 }), 'format'],
    ['nothing', () => null, '(whole)'],
  ])('refuses %s with LAT_BANDS_PROFILE_INVALID', (_what, edit, named) => {
    expect(() => loadProfile(edit(json()))).toThrow(expect.objectContaining({ code: 'LAT_BANDS_PROFILE_INVALID', message: expect.stringContaining(named) }))
  })
})

describe('provenance', () => {
  const sound = provisional.bands.BAND3.provenance

  it.each([
    ['calibrated on nothing and no reason why', { ...sound, calibratedOn: null, reason: undefined }, 'say why this threshold may be used'],
    ['cells that differ and no word why one number serves both', { ...sound, why: undefined }, 'say why one number may serve both'],
    ['nothing counted and no note', { ...sound, satisfiability: { opportunitiesPerRun: 1, observed: null } }, 'say so in a note'],
    ['applied to nothing', { ...sound, appliesTo: [] }, 'appliesTo'],
  ])('refuses %s', (_what, provenance, named) => {
    const parsed = provenanceSchema.safeParse(provenance)
    expect(parsed.success).toBe(false)
    expect(JSON.stringify(parsed.error?.issues)).toContain(named)
  })

  it('loads a threshold that was calibrated on nothing when it says why', () => {
    expect(provenanceSchema.safeParse({ ...sound, calibratedOn: null, reason: 'a guess' }).success).toBe(true)
  })

  it('stands behind every threshold of every profile, by name', () => {
    for (const name of profileNames) {
      const listed = thresholds(loadProfile(name))
      expect(listed.map(({ id }) => id)).toHaveLength(19)
      expect(canonicalProfile(loadProfile(name)).match(/"appliesTo"/g)).toHaveLength(listed.length)
    }
  })

  it('makes every published gate satisfiable, but for the two that are known not to be', () => {
    const failing = thresholds(loadProfile('published')).filter(({ provenance }) => satisfiability(provenance.satisfiability).satisfiable === false)
    expect(failing.map(({ id }) => id)).toEqual(['quiescence.idleFloorPercent', 'BAND5.p99'])
    expect(failing.every(({ provenance }) => provenance.satisfiability.note !== undefined)).toBe(true)
  })
})

describe('canonicalProfile', () => {
  it('is one text whatever the order of the keys', () => {
    const shuffled = Object.fromEntries(Object.entries(json()).reverse())
    expect(canonicalProfile(loadProfile(shuffled))).toBe(canonicalProfile(provisional))
  })

  it('changes with any threshold', () => {
    const edited = json()
    edited.bands.BAND4.ratioMax = 11
    expect(canonicalProfile(edited)).not.toBe(canonicalProfile(provisional))
  })

  it('loads back as the profile it came from', () => {
    expect(loadProfile(JSON.parse(canonicalProfile(provisional)))).toEqual(provisional)
  })
})
