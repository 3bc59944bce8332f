import type { Row } from '@lat/rows'

/** Sends one request to a target and waits for its answer; what went wrong stands in the row. */
export interface OneAtATime {
  request(targetIndex: number): Promise<Row>
}
