import t from 'tap'
import { checkFileArguments } from '../../helpers/gcloud-arguments.ts'
import { noGcloud as skip } from '../../helpers/real-gcloud.ts'

t.setTimeout(1_200_000)

// test:soak checks the commands of alpha, beta and preview, too.
t.test('no argument of a released command that gcloud itself reads as a file is taken for a text', { skip, timeout: 1_200_000 }, t =>
  checkFileArguments(t, 'released')
)
