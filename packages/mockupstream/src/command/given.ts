/** `{ [name]: value }`, or nothing when there is no value: absent and undefined differ in options. */
export function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: Value })
}
