import { deadline, events, limits, otherwise, type Rows, reading, shown } from './rows.ts'

const TIMES = limits("each operation of the seed has the seed's response time as its deadline")
const ENDS = deadline('a call that does not end in time is answered with its limit and what to do')
const THOUSAND = limits('a list and a search gather a thousand items in one call, and no more')
const NO_SWEEP = 'nothing is swept: what is too old is not answered, and what is too much is dropped as it comes'
const BOUNDED = limits('the cache is bounded in size: large pages drive out older ones, and one that is larger than all of it is not kept')

export const RESPONSE_TIMES: Rows = {
  'maxResponseTimes.get': shown(TIMES, ENDS),
  'maxResponseTimes.create': shown(TIMES, ENDS),
  'maxResponseTimes.update': shown(TIMES, ENDS),
  'maxResponseTimes.search': shown(TIMES, ENDS),
  'maxResponseTimes.list': shown(TIMES, ENDS),
  'maxResponseTimes.spaces': shown(TIMES, ENDS),
  'maxResponseTimes.attachments': shown(TIMES, ENDS),
  reportProgress: shown(events('progress is told at most once a second')),
  progressInterval: shown(events('progress is told at most once a second')),
  timeoutBehavior: otherwise(
    'partial is for lists, searches and trees: the rest has no part to tell',
    ENDS,
    deadline('pages gathered before the deadline are answered, with the cursor to go on')
  ),
  timeoutMessage: shown(ENDS)
}

export const MEMORY: Rows = {
  maxContentSize: shown(limits('a page of more than 10 MB is refused, and read without its body'), [
    'lib/http.test.ts',
    'an answer over 10 MB is refused while it comes, and not gathered'
  ]),
  maxSearchResults: shown(THOUSAND),
  maxListResults: shown(THOUSAND),
  cacheSize: shown(
    limits('the cache keeps a hundred answers at most, the last ones'),
    limits('the cache keeps page for 5 min, and no longer'),
    reading('what was read a while ago is answered again, unless it is asked anew, and REST says so with 304')
  ),
  cleanupInterval: otherwise(NO_SWEEP, limits('the cache keeps page for 5 min, and no longer')),
  cleanupThreshold: otherwise(NO_SWEEP, BOUNDED)
}
