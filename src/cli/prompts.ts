/** The parts of the library that we use, so that nothing else gets bundled. */
export {
  autocomplete,
  autocompleteMultiselect,
  confirm,
  isCancel,
  multiselect,
  S_BAR,
  select,
  text,
} from '@clack/prompts'
