import t from 'tap'
import { checkFileArguments } from '../helpers/gcloud-arguments.ts'
import { noGcloud as skip } from '../helpers/real-gcloud.ts'

t.setTimeout(1_200_000)

t.test('no argument that gcloud itself reads as a file is taken for a text', { skip, timeout: 1_200_000 }, t => checkFileArguments(t))
