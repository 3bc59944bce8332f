/** Resolve hook: workspace packages resolve to their TypeScript source. */
export function resolve(specifier, context, next) {
  return next(specifier, { ...context, conditions: ['@lat/source', ...context.conditions] })
}
