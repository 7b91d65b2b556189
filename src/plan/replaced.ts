import type { Replaced } from './plan-file.ts'

export function replacedText(replaced: Replaced): string {
  switch (replaced.what) {
    case 'draft':
      return `unpublished draft: ${replaced.unit}`
    case 'edits':
      return `unpublished edits of ${replaced.reports.join(', ')}`
    case 'shown':
      return `what viewers see of ${replaced.reports.join(', ')}, with its current version`
  }
}
