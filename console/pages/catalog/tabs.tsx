import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface TabsProps<Name extends string> {
  label: string
  names: readonly Name[]
  current: Name
  onChoose: (name: Name) => void
  children: ComponentChildren
}

/** Tabs as the ARIA practices describe them: the arrow keys move between them, Tab leaves them. */
export function Tabs<Name extends string>({ label, names, current, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -names.indexOf(current), End: -1 - names.indexOf(current) }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = (names.indexOf(current) + step + names.length) % names.length
    const name = names[at]
    if (name === undefined) return
    onChoose(name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {names.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} class="tab-panel">
        {children}
      </div>
    </>
  )
}
