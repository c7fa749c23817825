import type { Job } from '../../api/follow.ts'
import { can } from '../../app/session.ts'
import { Scroll } from '../../components/scroll.tsx'
import { Foreign } from '../../components/text.tsx'
import { formatCount, formatDuration, plural } from '../../lib/format.ts'
import { Data } from './data.tsx'

/** Preview of a job that has not started. */
export function Preview({ job: { preview, status, dry_run: isRehearsal } }: { job: Job }) {
  if (!preview || preview.sample.length === 0) return null
  const { total, sample, warnings, irreversible, undoable, estimated_seconds: seconds } = preview
  // Names alone are in the table of items, too.
  const isSampleShown = !can('jobs_list_items') || sample.some(({ data, warning }) => warning || (data !== undefined && data !== null))
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <ul class="facts">
        <li>
          <strong>{plural(total.value, 'item')}</strong>
        </li>
        <li class={irreversible ? 'bad-text' : ''}>
          {irreversible ? 'Cannot be undone' : undoable ? 'Can be undone' : 'No automatic undo'}
        </li>
        {isRehearsal && <li>Dry run: nothing was changed</li>}
        {status === 'awaiting_confirmation' && <li>Nothing has changed yet</li>}
        {seconds !== null && <li>About {formatDuration(seconds)}</li>}
      </ul>
      {warnings.map(warning => (
        <p key={warning} class="notice warn">
          <Foreign>{warning}</Foreign>
        </p>
      ))}
      {isSampleShown && (
        <Scroll label="First items" class="sample">
          <ol>
            {sample.map(({ item_id: id, display_name: name, data, warning }) => (
              <li key={id}>
                <Foreign>{name}</Foreign>
                {warning && (
                  <p class="small warn-text">
                    <Foreign>{warning}</Foreign>
                  </p>
                )}
                {data !== undefined && data !== null && <Data value={data} />}
              </li>
            ))}
          </ol>
        </Scroll>
      )}
      {isSampleShown && total.value > sample.length && status === 'awaiting_confirmation' && (
        <p class="muted small">and {formatCount(total.value - sample.length)} more, listed below</p>
      )}
    </section>
  )
}
