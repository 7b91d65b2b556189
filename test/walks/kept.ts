/** Walks that once broke a promise, reduced to the steps that are needed. */
export const KEPT = [
  {
    what: 'what waits for a commit of others goes on waiting, whatever else agrees with live',
    steps: `
      3. clone b: a workbook is deleted (773, 808)
      12. clone b, dev: apply --accept model (62, 468)
      14. clone a, dev: apply (349, 724)`,
  },
  {
    what: 'what another branch deleted waits for it, whatever else agrees with live',
    steps: `
      1. clone a: a branch begins (874, 175)
      2. clone a: a workbook is deleted (175, 874)
      5. clone a, production: apply --prune (108, 175)
      7. clone b: a report is put into a folder (625, 175)
      9. UI of production: a folder is moved and renamed (108, 108)
      14. clone a: a branch is merged (625, 874)
      16. clone a, production: export --new (108, 625)
      17. clone a, production: apply --prune (625, 108)`,
  },
  {
    what: 'a file of the data model that another branch changed waits for it, whatever else is applied',
    steps: `
      1. clone a: a branch begins (0, 0)
      2. clone a: a file of the data model is changed (0, 0)
      3. clone a, production: apply --accept model (0, 0)
      4. clone a: back to main (0, 0)
      5. clone a: a file of the data model is changed (0, 0)
      6. clone a: a file of the data model is made (0, 0)
      7. clone a, production: apply (0, 0)`,
  },
  {
    what: 'a clone that lacks what was applied takes over no data model',
    steps: `
      7. clone a: back to main (160, 276)
      8. clone a: a workbook gets a setting (681, 681)
      10. clone a, production: apply --accept model (178, 160)
      12. UI of dev: a file of the data model is changed (178, 178)
      14. clone b, production: apply --accept model (178, 178)`,
  },
  {
    what: 'what may be another workbook waits, whoever spoils the record of the one that it was',
    steps: `
      4. clone a: a slug is changed without a word (644, 847)
      5. UI of production: a workbook gets a setting (847, 725)
      6. clone a, production: export (847, 725)
      14. UI of production: a record is spoiled (725, 514)
      16. clone a, production: apply --accept newer (725, 725)`,
  },
  {
    what: 'what got another name and another slug in one commit is no new workbook, and the old one is not deleted',
    steps: `
      2. clone a: a workbook is renamed (1, 0)
      3. clone a: a slug is changed without a word (1, 0)
      4. clone a, production: apply --prune (0, 0)`,
  },
  {
    what: 'nor is it where people edited the old one',
    steps: `
      1. UI of production: a dashboard gets a title, published (310, 784)
      6. clone a: a workbook is renamed (310, 905)
      10. clone a: a slug is changed without a word (784, 579)
      17. clone a, production: apply --prune (579, 579)`,
  },
  {
    what: 'a folder that people and a commit renamed, each in their way, is no new folder',
    steps: `
      7. UI of production: a folder is renamed (345, 29)
      10. clone a: a folder is renamed without a word (345, 345)
      14. clone a, production: apply (29, 345)`,
  },
  {
    what: 'a folder of a run that was cut off is known wherever people move it',
    steps: `
      1. clone a, dev: apply --prune, cut (7, 881)
      12. UI of dev: a folder is moved and renamed (409, 409)
      15. clone a, dev: apply (866, 866)`,
  },
  {
    what: 'who waits for another apply does not write into the ledger that says so',
    steps: `
      4. clone a: a report gets a title (334, 96)
      6. clone a, production: apply, cut (555, 988)
      12. clone a: a report gets a title (96, 334)
      13. clone a, production: apply (555, 96)`,
  },
  {
    what: 'what a run left in a fork when it was cut off is ours, even if git has changed the same file since',
    steps: `
      6. clone b: a file of the data model is changed (662, 662)
      10. clone a, production: export (2, 266)
      11. clone a, production: apply, cut (2, 2)
      12. clone a: a file of the data model is changed (266, 662)
      13. clone a, production: apply (266, 2)`,
  },
  {
    what: 'what people put into a folder is not moved by the apply that renames the folder, nor by the next',
    steps: `
      11. UI of production: a report is put into a folder (1, 795)
      12. clone b, production: export (206, 795)
      16. clone b: a folder is renamed (701, 795)
      17. clone a: a report is moved (1, 1)
      18. clone a, production: apply (701, 1)`,
  },
  {
    what: 'a schedule whose record is lost and whose time people changed gets no twin, whatever is accepted',
    steps: `
      0. UI of production: a record is spoiled (557, 779)
      13. UI of production: a schedule gets another time (779, 847)
      14. clone b, production: apply --accept ui-edits (79, 847)`,
  },
  {
    what: 'a folder that moved is made for the workbook that is selected, and the rest stays in the old one',
    steps: `
      11. UI of production: a folder is moved and renamed (258, 465)
      12. clone a, dev: apply --prune (181, 167)
      16. clone a, production: export (181, 181)
      17. clone a, dev: apply --select {what} (181, 258)`,
  },
] as const satisfies readonly { readonly what: string; readonly steps: string }[]
