import { checkSeed, readSeed, type Seed, type SeedFolder, type SeedWorkbook } from './seed.ts'

/** What is in the company to try programs with, and looks to people as if this one were broken. */
const isOdd = ({ name }: SeedFolder | SeedWorkbook): boolean => ['../../etc', 'CON'].includes(name)

/** The company as somebody sees it who looks at this for the first time. */
export function demoSeed(): Seed {
  const { dataModel, ...acme } = readSeed('acme')
  const folders = new Set(acme.folders.filter(isOdd).map(({ id }) => id))
  const workbooks = new Set(acme.workbooks.filter(isOdd).map(({ id }) => id))
  const content = checkSeed('demo', {
    ...acme,
    folders: acme.folders.filter(({ id }) => !folders.has(id)),
    workbooks: acme.workbooks.filter(({ id }) => !workbooks.has(id)),
    reports: acme.reports.filter(
      ({ folderId, workbookId }) => !folders.has(folderId ?? 0) && !workbooks.has(workbookId ?? 0),
    ),
  })
  return { ...content, dataModel }
}
