import { describe, it } from 'vitest'
import { checkOracle, checkSplits, checkTwin } from './request-parser-properties.js'

describe('RequestParser', () => {
  it('reads the same requests however the bytes are cut', () => checkSplits(1500, 20_261_130))
  it('lets through only what node:http reads as the same request', () => checkOracle(1500, 20_261_130))
  it('says of a head what its twin on text says', () => checkTwin(1500, 20_261_130))
})
