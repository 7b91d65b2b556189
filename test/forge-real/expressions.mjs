/** The expressions of workflows, as far as the shipped ones use them. */
const PATH = /\b(?:github|secrets|vars|inputs|steps|runner)(?:\.[\w-]+)+/g

export function evaluate(text, contexts) {
  const at = (path) => path.split('.').reduce((value, key) => value?.[key], contexts) ?? ''
  const format = (pattern, ...values) => pattern.replace(/\{(\d+)\}/g, (_, index) => String(values[index]))
  const code = text.replace(PATH, (path) => `at(${JSON.stringify(path)})`)
  return new Function('at', 'format', 'always', `return (${code})`)(at, format, () => true)
}

/** A text with expressions in it. */
export const fill = (text, contexts) =>
  String(text).replace(/\$\{\{(.*?)\}\}/gs, (_, expression) => String(evaluate(expression, contexts)))

/** Whether a job or step runs: without `always()`, only after what went well. */
export const isDue = (condition, contexts, isWell) =>
  condition === undefined
    ? isWell
    : (isWell || condition.includes('always()')) && Boolean(evaluate(condition.replace(/^\$\{\{|\}\}$/g, ''), contexts))
