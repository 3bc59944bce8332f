/** What a column of a ledger holds. `null` is written as `-` and allowed only where the kind ends in `?`. */
export type ColumnKind = 'text' | 'text?' | 'integer' | 'integer?' | 'number' | 'number?'

/** One definition of a text file of a run: its name, what it is for, its columns in order with units in their names. */
export interface Ledger<Columns extends Readonly<Record<string, ColumnKind>> = Readonly<Record<string, ColumnKind>>> {
  readonly file: string
  readonly about: string
  readonly columns: Columns
}

type Value<Kind extends ColumnKind> = Kind extends 'text' ? string : Kind extends 'text?' ? string | null : Kind extends 'integer' | 'number' ? number : number | null

/** One line of a ledger. */
export type LedgerRow<L extends Ledger> = { readonly [Name in keyof L['columns']]: Value<L['columns'][Name]> }
