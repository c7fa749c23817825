/** Returns the Content-Security-Policy of a page that loads scripts, styles and data of this gateway only. `more`: its other directives. */
export const pagePolicy = (...more: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more
  ].join('; ')
