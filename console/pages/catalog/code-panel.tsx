import { useState } from 'preact/hooks'
import { hasKey } from '../../app/session.ts'
import { copy } from '../../components/copy.ts'
import { Scroll } from '../../components/scroll.tsx'
import type { JsonProblem } from '../../form/json-text.ts'
import type { Entry, Input } from './call.ts'
import { HINTS, SNIPPETS, snippetOf } from './snippets.ts'
import { Tabs } from './tabs.tsx'

interface CodePanelProps {
  entry: Entry
  input: Input
  files: readonly File[]
  text: string
  problem: JsonProblem | undefined
  onText: (text: string) => void
  onDiscard: () => void
}

const NAMES = ['JSON', ...SNIPPETS] as const

/** The input as JSON, to be edited, and the call as code, to be copied. */
export function CodePanel({ entry, input, files, text, problem, onText, onDiscard }: CodePanelProps) {
  const [current, choose] = useState<(typeof NAMES)[number]>('JSON')
  const shown =
    current === 'JSON' ? text : snippetOf(current, entry, input, { origin: window.location.origin, needsKey: hasKey.value, files })
  return (
    <section class="card panel" aria-label="The call as code">
      <Tabs label="The call as code" names={NAMES} current={current} onChoose={choose}>
        {current === 'JSON' ? (
          <textarea
            class="json-input mono"
            aria-label="Input as JSON"
            aria-invalid={problem !== undefined}
            aria-describedby={problem && 'json-problem'}
            spellcheck={false}
            rows={Math.min(20, Math.max(8, text.split('\n', 21).length))}
            value={text}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
        ) : (
          <>
            <Scroll label={`The call as ${current}`} class="code">
              <pre>{shown}</pre>
            </Scroll>
            <p class="muted small">{HINTS[current]}</p>
          </>
        )}
        {current === 'JSON' && problem && (
          <div id="json-problem" class="json-problem" role="alert">
            <span>
              Line {problem.line}, column {problem.column}: {problem.message}
            </span>
            <button type="button" class="link" onClick={onDiscard}>
              Discard this text
            </button>
          </div>
        )}
        <button type="button" class="button small" onClick={() => copy(shown, 'Copied')}>
          Copy
        </button>
      </Tabs>
    </section>
  )
}
