import { createVerifiedBody } from '../answer/body-watch.js'
import { openLinks } from './open-links.js'
import { dispatchOptions, UndiciExchange } from './undici-exchange.js'
import { UndiciLink } from './undici-link.js'
import type { ExchangeSink, Transport, WireTarget } from './transport.js'

/**
 * undici's `Client.dispatch` with one client per slot and origin, so that no pool decides which
 * connection a request gets, and every connection is open before the first arrival.
 */
export function createUndiciTransport(targets: readonly WireTarget[], slotCount: number, sink: ExchangeSink): Transport {
  const options = targets.map(dispatchOptions)
  const known = targets.map(createVerifiedBody)
  // Arms of one origin share a connection per slot only when they are the same kind of request to it.
  const linkOf = targets.map((target) => targets.findIndex((other) => sameConnection(target, other)))
  const exchanges = Array.from({ length: slotCount }, (_, slot) => new UndiciExchange(slot, sink))
  const links = exchanges.map((exchange) =>
    targets.map((target, arm) => {
      if (linkOf[arm] !== arm) return null
      const link = new UndiciLink(target)
      link.onUnsolicited = () => exchange.unsolicited(link)
      return link
    }),
  )
  const all = links.flat().filter((link) => link !== null)

  return {
    connect: (withinMs, signal) => openLinks(all, withinMs, signal),
    send(slot, row, arm, nowNs) {
      exchanges[slot]!.send(row, links[slot]![linkOf[arm]!]!, options[arm]!, known[arm]!, nowNs)
    },
    expire(slot) {
      exchanges[slot]!.expire()
    },
    abandon() {
      for (const exchange of exchanges) exchange.abandon()
    },
    async close() {
      await Promise.all(all.map((link) => link.close()))
    },
    get connections() {
      return all.reduce((sum, { opened }) => sum + opened, 0)
    },
    get failedConnects() {
      return all.reduce((sum, { failedConnects }) => sum + failedConnects, 0)
    },
    get reconnects() {
      return all.reduce((sum, { opened }) => sum + Math.max(0, opened - 1), 0)
    },
  }
}

function sameConnection(a: WireTarget, b: WireTarget): boolean {
  return a.origin === b.origin && a.address === b.address && a.expect === b.expect
}
