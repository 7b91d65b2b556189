/** A mended mechanism taken out again, as a text of the sources and what stands there instead. */
export interface Mutation {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

export const MUTATIONS: readonly Mutation[] = [
  {
    what: 'a report that a dashboard shows for the first time is published as it is',
    file: 'src/plan/unseen.ts',
    from: "if (snapshot) return freshnessOf(planDraft, snapshot) === 'edited'\n",
    to: "return snapshot !== undefined && freshnessOf(planDraft, snapshot) === 'edited'\n",
  },
  {
    what: 'a first publish sends out what people did to the draft',
    file: 'src/plan/unseen.ts',
    from: '  if (!each?.live) return []\n',
    to: '  if (each?.key === key) return []\n  if (!each?.live) return []\n',
  },
  {
    what: 'a publish sends out reports that nobody manages',
    file: 'src/plan/unseen.ts',
    from: 'unmanaged: references.filter(',
    to: 'unmanaged: references.slice(0, 0).filter(',
  },
  {
    what: 'a copy that was taken into git is another workbook',
    file: 'src/live/names/workbooks.ts',
    from: 'if (workbook && !another && match && !second) {',
    to: 'if (workbook && !another && match && !second && !match) {',
  },
  {
    what: 'deletes are not recorded as ours',
    file: 'src/ledger/closing.ts',
    from: "[...deleted].some((key) => !isKind(key, 'model')) ||",
    to: '',
  },
  {
    what: 'any name may be a key of a record',
    file: 'src/ledger/shape.ts',
    from: "name !== '__proto__'",
    to: "name !== ''",
  },
  {
    what: 'a folder that was moved in the UI is another one',
    file: 'src/live/names/folders.ts',
    from: 'if (!folder || !now || inTree.has(pathText(now)) || !isFree(path)) continue',
    to: 'if (now || !folder || inTree.has(pathText(now ?? [])) || !isFree(path)) continue',
  },
  {
    what: 'what looks new is new',
    file: 'src/plan/renamed.ts',
    from: '  for (const move of moves) {\n',
    to: '  if (renamed.size === 0) return renamed\n  for (const move of moves) {\n',
  },
  {
    what: 'export of the data model takes live',
    file: 'src/sync/take.ts',
    from: 'known: new Map([...live.known, ...unrecorded.known]),',
    to: "known: new Map([...live.known, ...unrecorded.known].filter(([key]) => !isKind(key, 'model'))),",
  },
  {
    what: 'what waits for a commit of others is forgotten',
    file: 'src/plan/pending.ts',
    from: '      awaits: awaitedBy(each, inputs),\n',
    to: '',
  },
]
