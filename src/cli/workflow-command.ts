declare const made: unique symbol

/**
 * A GitHub workflow command. The type is made only here, and all other output is escaped, so that it never contains
 * one.
 */
export type WorkflowCommand = string & { readonly [made]: true }

const inData = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
const inProperty = (text: string): string => inData(text).replace(/:/g, '%3A').replace(/,/g, '%2C')

export function workflowCommand(
  name: 'error' | 'warning',
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): WorkflowCommand {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${inProperty(String(value))}`],
  )
  return `::${name} ${given.join(',')}::${inData(message)}` as WorkflowCommand
}
