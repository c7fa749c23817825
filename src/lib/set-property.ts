/** Sets a property of its own. Assignment to `__proto__` would set the prototype instead. */
export function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}
