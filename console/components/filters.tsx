import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { setQuery } from '../app/router.ts'

const TYPING_MS = 250

interface FilterProps {
  label: string
  /** Name of the filter in the query of the address. */
  name: string
  query: URLSearchParams
}

/** A text that filters a list while it is typed. */
export function SearchField({ label, name, query, placeholder }: FilterProps & { placeholder: string }) {
  const given = query.get(name) ?? ''
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  // A layout effect ends with its page. Others end after the next one is shown, and the query would be put into its address.
  useLayoutEffect(() => {
    if (text === given) return
    const timer = setTimeout(() => setQuery({ [name]: text }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

/** One of several values, or all of them. `all`: label of the value that the address does not hold. */
export function Choice({
  label,
  name,
  query,
  options,
  all = `${label}: all`
}: FilterProps & { options: readonly (readonly [string, string])[]; all?: string }) {
  return (
    <select aria-label={label} value={query.get(name) ?? ''} onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}>
      <option value="">{all}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
