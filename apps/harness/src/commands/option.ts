/** A value of the command line as the parser hands it over: a repeated option is a list. */
export type Option = string | number | boolean | readonly (string | number | boolean)[] | undefined
