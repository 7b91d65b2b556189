/** Walks that broke a promise once, as few steps as are enough. */
export const KEPT = [
  {
    what: 'what waits for a commit of others goes on waiting, whatever else agrees with live',
    steps: `
      3. clone b: a workbook is deleted (773, 808)
      12. clone b, dev: apply --adopt-model (62, 468)
      14. clone a, dev: apply (349, 724)`,
  },
] as const satisfies readonly { readonly what: string; readonly steps: string }[]
