import type { Row } from '@lat/rows'

/** Sends one request to a target and waits for its answer; what went wrong stands in the row. */
export interface OneAtATime {
  request(targetIndex: number): Promise<Row>
  /** The untimed request just before a timed one, where it is another than `request`. */
  prime?(targetIndex: number): Promise<Row>
}
