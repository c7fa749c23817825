import type { ComponentChildren } from 'preact'
import { Foreign } from './text.tsx'

/** Named values of one thing. */
export const Facts = ({ children }: { children: ComponentChildren }) => <dl class="card fact-list">{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>
      <Foreign>{name}</Foreign>
    </dt>
    <dd>{children}</dd>
  </div>
)
