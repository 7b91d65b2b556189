/** What is used of the library, so that nothing else of it is bundled. */
export { autocomplete, autocompleteMultiselect, confirm, isCancel, multiselect, select, text } from '@clack/prompts'
