import { readKeyFile } from '../key/read-key-file.js'
import { keepOutOfOutput } from '../key/redact.js'
import type { RunConfig } from '../options/run-config.js'
import type { TargetOption } from '../target/target-option.js'
import { fromCaller } from './locate.js'
import type { MeasuredTarget } from './measured-target.js'

/**
 * A target that runs already, with the key from its file.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_KEY_FILE`
 */
export function namedTarget({ name, url, keyFile }: TargetOption, { parallelism }: Pick<RunConfig, 'parallelism'>): MeasuredTarget {
  // Some gateways take a key in the query, so nobody prints one.
  keepOutOfOutput(new URL(url).search)
  return { name, url, headers: {}, key: keyFile === null ? null : readKeyFile(name, keyFile, fromCaller(keyFile)), parallelism: parallelism.get(name) ?? null, sha256: null }
}
