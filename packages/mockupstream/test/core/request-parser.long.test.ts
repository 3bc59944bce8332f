import { describe, it } from 'vitest'
import { checkOracle, checkSplits, checkTwin } from './request-parser-properties.js'

describe('RequestParser, at length', () => {
  it('reads the same requests however the bytes are cut', () => checkSplits(100_000))
  it('lets through only what node:http reads as the same request', () => checkOracle(100_000))
  it('says of a head what its twin on text says', () => checkTwin(100_000))
})
