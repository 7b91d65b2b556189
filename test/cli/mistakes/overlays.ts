import { type Mistakes, validate } from './mistake.ts'

/** Overlays of a target. */
export const OVERLAYS: Mistakes = {
  'an overlay for nothing': {
    files: { 'overlays/dev/content/sales/bord/workbook.yaml': 'name: X\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file: nothing refers to it',
    where: 'overlays/dev/content/sales/bord/workbook.yaml',
    next: 'Rename it, move it out of the tree, or remove it.',
  },
  'an overlay for a missing widget': {
    files: { 'overlays/dev/content/sales/board/dashboard.yaml': 'widgets:\n  - id: zz\n    title: X\n' },
    run: validate,
    exit: 1,
    what: 'the overlay matches nothing: no item has the id "zz"',
    where: 'overlays/dev/content/sales/board/dashboard.yaml:2:',
    next: 'Fix the id or the key, or remove it from the overlay.',
  },
  'an overlay for a target with another name': {
    files: { 'overlays/prodution/content/sales/board/workbook.yaml': 'name: Board!\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: 'nothing reads it: no target is called "prodution"',
    where: 'overlays/prodution/content/sales/board/workbook.yaml',
    next: 'git mv overlays/prodution overlays/production',
  },
  'an overlay without content/ in its path': {
    files: { 'overlays/dev/sales/board/workbook.yaml': 'name: Board!\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: 'nothing reads it: an overlay has the paths of the tree, and that is content/sales/board/workbook.yaml',
    where: 'overlays/dev/sales/board/workbook.yaml',
    next: 'Move it: mkdir -p overlays/dev/content/sales/board && mv overlays/dev/sales/board/workbook.yaml overlays/dev/content/sales/board/workbook.yaml',
  },
  'an overlay with content/ misspelt': {
    files: { 'overlays/dev/contnet/sales/board/workbook.yaml': 'name: Board!\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: 'nothing reads it: an overlay has the paths of the tree, and that is content/sales/board/workbook.yaml',
    where: 'overlays/dev/contnet/sales/board/workbook.yaml',
    next: 'Move it: mkdir -p overlays/dev/content/sales/board && mv overlays/dev/contnet/sales/board/workbook.yaml overlays/dev/content/sales/board/workbook.yaml',
  },
  'an overlay of a data model': {
    files: { 'overlays/dev/data-model/cubes/orders.yml': 'cubes: []\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: 'nothing reads it: a data model has no overlays',
    where: 'overlays/dev/data-model/cubes/orders.yml',
    next: 'Write ${var.NAME} into the file itself, list it under `interpolate`',
  },
  'an overlay for a file that does not exist': {
    files: { 'overlays/dev/notes.yaml': 'name: Board!\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: 'nothing reads it: an overlay has the path of a file below content/',
    where: 'overlays/dev/notes.yaml',
    next: 'Move it to such a path, or remove it.',
  },
}
