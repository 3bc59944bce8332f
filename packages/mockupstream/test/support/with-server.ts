import { onTestFinished } from 'vitest'
import { startFake } from '../../src/index.js'
import type { Fake, FakeOptions } from '../../src/index.js'
import { RawClient } from './raw-client.js'

/** A fake that stops when the test ends. */
export async function fakeServer(options: FakeOptions = {}): Promise<Fake> {
  const fake = await startFake(options)
  onTestFinished(() => fake.close())
  return fake
}

/** A client that closes when the test ends. */
export async function rawClient(port: number): Promise<RawClient> {
  const client = await RawClient.open(port)
  onTestFinished(() => client.close())
  return client
}
