import type { Mutation } from './mutation.ts'

/** Small mistakes all over the code. They were chosen by reading the code alone, and `npm test` has to find each. */
export const MISTAKES: readonly Mutation[] = [
  {
    what: 'the mildest exit wins',
    file: 'packages/common/exits.ts',
    from: 'PRECEDENCE.find(',
    to: 'PRECEDENCE.findLast(',
  },
  {
    what: 'one piece of work too many',
    file: 'packages/common/limit.ts',
    from: 'while (running < places &&',
    to: 'while (running <= places &&',
  },
  {
    what: 'whatever failed is sent again',
    file: 'packages/platform/client/retry.ts',
    from: "(failure.again === 'if safe' && repeat !== 'safe')",
    to: 'false',
  },
  {
    what: 'a redirect may change the scheme',
    file: 'packages/platform/client/redirect.ts',
    from: 'to.origin !== sent.origin',
    to: 'to.host !== new URL(sent.origin).host',
  },
  {
    what: 'any word is a range of dates',
    file: 'packages/platform/query/dates.ts',
    from: 'DATE_RANGE.test(text) && unknown.length === 0',
    to: 'unknown.length === 0',
  },
  {
    what: 'a grant of a workbook gives no right to its reports',
    file: 'packages/sandbox/store/access.ts',
    from: "rankItem('WORKBOOK', row.workbook_id)",
    to: '0',
  },
  {
    what: 'the first rule of severity wins',
    file: 'src/config/severity.ts',
    from: 'weights.findLast(',
    to: 'weights.find(',
  },
  {
    what: 'kinds that are excluded are included',
    file: 'src/config/scope.ts',
    from: '!isListed(exclude.kinds)',
    to: 'true',
  },
  {
    what: 'a run of this very commit stands in the way',
    file: 'src/plan/decide.ts',
    from: ' || commit === history.head',
    to: '',
  },
  {
    what: 'the last obstacle says why',
    file: 'src/plan/obstacles.ts',
    from: 'of rows) {',
    to: 'of rows.toReversed()) {',
  },
  {
    what: 'what a run does not see is no longer pending',
    file: 'src/plan/pending.ts',
    from: '!inputs.isRead(key)',
    to: 'false',
  },
  {
    what: 'what a run does not see is forgotten',
    file: 'src/plan/bases.ts',
    from: '.filter(isRead)',
    to: '',
  },
  {
    what: 'an old ledger that a browser tab saved back is believed',
    file: 'src/compare/compare.ts',
    from: "ownership.state === 'ours' ? appliedUnits()",
    to: "ownership.state === 'applied' ? appliedUnits()",
  },
  {
    what: 'an edited object that left the repo is deleted',
    file: 'src/plan/decide.ts',
    from: "if (!isUntouched && !isKept && !accepts(inputs.shaping, 'ui-edits'))",
    to: 'if (false)',
  },
  {
    what: 'limits begin one object later',
    file: 'src/plan/limits.ts',
    from: 'ours.length < fromCount',
    to: 'ours.length <= fromCount',
  },
  {
    what: 'a protected target wants one more than it deletes',
    file: 'src/plan/limits.ts',
    from: 'deleted <= deletesAccepted(inputs.shaping)',
    to: 'deleted < deletesAccepted(inputs.shaping)',
  },
  {
    what: 'what a commit declared and never created counts as deleted by others',
    file: 'src/base/pending.ts',
    from: ' || (!isThere && each.wasNeverApplied)',
    to: '',
  },
  {
    what: 'a dashboard is published before its reports',
    file: 'src/apply/dashboards.ts',
    from: '[...neededBy(object, workbook), ...object.publish.reports]',
    to: '[object.key]',
  },
  {
    what: 'a dashboard that shows an edited report is published',
    file: 'src/apply/dashboards.ts',
    from: 'referencesIn(workbook).find((reference) => others.has(reference))',
    to: 'undefined as string | undefined',
  },
  {
    what: 'a folder that was moved meanwhile is written',
    file: 'src/live/write/folders.ts',
    from: 'if (fresh.position !== seen?.position)',
    to: 'if (fresh.position === undefined)',
  },
  {
    what: 'an overlap of one row is none',
    file: 'src/lint/overlaps.ts',
    from: 'place.y + place.h > each.place.y)',
    to: 'place.y + place.h > each.place.y + 1)',
  },
  {
    what: 'a record can close the comment that it is in',
    file: 'src/plan/approval.ts',
    from: '.replace(/[<>]/g, inUnicode)',
    to: '',
  },
  {
    what: 'an edit of a comment that both branches made is lost',
    file: 'src/edit/decide/merge-comments.ts',
    from: 'const expected = here === there ? here : here + there - before',
    to: 'const expected = Math.max(here, there)',
  },
  {
    what: 'a file replaces a directory',
    file: 'src/workspace/write.ts',
    from: 'content !== null && factsOf(place)?.isDirectory()',
    to: 'false',
  },
]
