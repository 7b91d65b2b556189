import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const say = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] })

/** Tasks that people can start by name. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'build-a-dashboard',
    {
      title: 'Build a dashboard',
      description: 'From a question to a dashboard in a pull request.',
      argsSchema: z.object({ question: z.string().describe('What people want to know.') }),
    },
    ({ question }) =>
      say(`Build a dashboard in this tree that answers: ${question}

1. Search the data model for the members that answer it, and the content for a dashboard that does already. Say so if there is one.
2. Query them, to see that there are rows and what they look like.
3. Create a workbook and its reports with new, then write them. Use the schema of each kind of file, and a neighbour as an example.
4. Validate until there are no problems of yours. Draw the dashboard and look at it: nothing overlaps, nothing is cut off, the most important comes first.
5. Plan, and tell what an apply would do. Then commit to a branch and open a pull request. Do not apply.`),
  )
  server.registerPrompt(
    'review-a-change',
    {
      title: 'Review a change',
      description: 'What a branch changes for people who look at dashboards.',
      argsSchema: z.object({ target: z.string().optional().describe('The target to compare with.') }),
    },
    ({ target }) =>
      say(`Review what this branch would change${target === undefined ? '' : ` in ${target}`}.

1. Validate, and list new problems.
2. Ask for the impact without names: which members changed, and what uses them.
3. Plan, and look at the pictures. Draw what you cannot tell from them.
4. Query each report that changed, and compare the rows with what its title promises.
5. Tell, the most serious first: what breaks, what viewers would misread, what is held and why, what is only style. Name files and lines. Change nothing.`),
  )
  server.registerPrompt(
    'rename-a-measure',
    {
      title: 'Rename a measure',
      description: 'A member of the data model gets another name, in every place at once.',
      argsSchema: z.object({ from: z.string().describe('Such as orders.count.'), to: z.string() }),
    },
    ({ from, to }) =>
      say(`Rename ${from} to ${to}.

1. Ask for its impact: what uses it, and who would notice.
2. Rename without write, and read what it would change. Look at everything under "left": nobody but you can change that.
3. If something outside of this tree may use the old name, keep it with alias. Then rename with write.
4. Validate, plan, and tell what changes for viewers. Commit to a branch and open a pull request. Do not apply.`),
  )
}
