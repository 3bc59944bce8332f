// Runs in a project that has the packages from npm: each server starts, and a second of load goes through both.
const { dirname, join } = require('node:path')

exports.firstRun = async function firstRun({ startReplay, startRefGateway, runCell }) {
  const fixturesDir = join(dirname(require.resolve('@lat/mockupstream/package.json')), 'dist/fixtures')
  const upstream = await startReplay({ fixturesDir, warmupRequests: 0 })
  const gateway = await startRefGateway({ mode: 'enforce', upstreamUrl: upstream.url, warmUpRequests: 0 })
  try {
    const cell = await runCell({
      name: 'first-run', seed: 'first-run', assignment: 'block', ratePerSecond: 50, warmupMs: 100, steadyStartMs: 200, steadyMs: 1000, arrivals: 'constant',
      arms: [['direct', `${upstream.url}/v1`], ['gateway', `${gateway.url}/openai/v1`]].map(([name, base]) => ({
        name, url: `${base}/chat/completions`, expect: 'json', headers: { 'content-type': 'application/json', 'x-lat-agent': 'bench' },
        body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'ping' }] }),
      })),
    })
    if (cell.steady.scheduled !== 50 || cell.steady.ok !== 50) throw new Error(`Of 50 requests ${JSON.stringify(cell.steady)}; failures ${JSON.stringify(cell.failures)}.`)
  } finally {
    await gateway.close()
    await upstream.close()
  }
}

if (require.main === module) {
  exports.firstRun({ ...require('@lat/mockupstream'), ...require('@lat/refgateway'), ...require('@lat/loadgen') }).then(() => console.log('CommonJS: 50 of 50 requests answered'))
}
