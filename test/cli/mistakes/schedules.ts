import { type Mistakes, wrong } from './mistake.ts'

const FILE = 'content/sales/board/notifications/weekly.yaml'
const schedule = (more = '', { at = '0 7 * * 1', zone = 'Europe/Zurich' } = {}): string =>
  `slug: weekly\nschedule: ${at}\ntimezone: ${zone}\n${more}`

/** When a dashboard is sent, and to whom. */
export const SCHEDULES: Mistakes = {
  'a time zone that is misspelt': wrong({ [FILE]: schedule('', { zone: 'Europe/Zuerich' }) }, [
    '"timezone" is not a time zone',
    `${FILE}:3`,
    'Write the name of one, such as Europe/Zurich or UTC.',
  ]),
  'a schedule that never fires': wrong({ [FILE]: schedule('', { at: '0 7 30 2 *' }) }, [
    '"schedule" is not a schedule: "0 7 30 2 *" never fires: no year has such a day',
    `${FILE}:2`,
    'Write five fields of cron, such as `0 7 * * 1-5`',
  ]),
  'a schedule in words': wrong({ [FILE]: schedule('', { at: 'every monday' }) }, [
    '"schedule" is not a schedule: "every monday" does not have five fields',
    `${FILE}:2`,
    'Write five fields of cron, such as `0 7 * * 1-5`',
  ]),
  'somebody who is on the list twice': wrong(
    { [FILE]: schedule('recipients: [a@acme.com, b@acme.com, a@acme.com]\n') },
    ['is in the list twice', `${FILE}:4`, 'Remove it.'],
  ),
  'somebody who is on the list in other letters': wrong(
    { [FILE]: schedule('recipients: [a@acme.com, A@Acme.com]\n') },
    ['is a@acme.com in other letters', `${FILE}:4`, 'Remove it.'],
  ),
  'a recipient who is no address': wrong({ [FILE]: schedule('recipients: [maria]\n') }, [
    'must be an e-mail address',
    `${FILE}:4`,
    'Write the e-mail address of a user, such as maria@acme.example.',
  ]),
  'a channel as a recipient': wrong({ [FILE]: schedule("recipients: ['#sales']\n") }, [
    '"recipients[0]" must be an e-mail address',
    `${FILE}:4`,
    'Write the e-mail address of a user, such as maria@acme.example. The platform sends schedules to no group, and',
  ]),
  'a group as a recipient': wrong({ [FILE]: schedule('recipients: [{group: Finance}]\n') }, [
    '"recipients[0]" must be a text, not a map',
    `${FILE}:4`,
    'Write the e-mail address of a user, such as maria@acme.example. The platform sends schedules to no group, and',
  ]),
  'a value for a member without its view': wrong({ [FILE]: schedule('filters:\n  - {member: city, value: Basel}\n') }, [
    'must be a member with its view, such as sales.city',
    `${FILE}:5`,
    'Write a member with its view, such as sales.city.',
  ]),
  'two schedules of one slug': wrong(
    { [FILE]: schedule(), [FILE.replace('weekly', 'weekly-2')]: schedule('format: pdf\n') },
    ['the slug "weekly" is in', 'weekly-2.yaml', 'If it is a copy, give it a slug of its own, such as slug: weekly-2'],
  ),
  'two schedules whose files differ by case': wrong(
    { [FILE]: schedule(), [FILE.replace('weekly', 'Weekly')]: schedule().replace('weekly', 'other') },
    ['differs from', FILE, 'Rename one of the two, or remove it: many disks hold only one of them.'],
  ),
  'a schedule that is left where its workbook was': wrong({ 'content/sales/weekly.notification.yaml': schedule() }, [
    'a schedule sends a dashboard, and this one is in no workbook',
    'content/sales/weekly.notification.yaml',
    'Move it into the directory notifications/ of the workbook whose dashboard it sends.',
  ]),
}
