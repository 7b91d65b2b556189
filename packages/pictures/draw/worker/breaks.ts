import { pattern } from '@boardwright/common'

/** Where a line of text may end, as in browsers: after spaces and some marks, and around East Asian signs. */

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u
/** No line begins with these. */
const CLOSING =
  /[\s!),.:;?\]}%°'"‘’“”«»…|/\-‐–\u00ad、。，．：；！？）」』】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/
/** No line ends with these. */
const OPENING = /[\s([{$€£№+−\\'"‘’“”«»（「『【〈《〔]/

const place = pattern('iu')
const AFTER_SPACES = /(?<= )(?! )|(?<=\u200b)/
const AFTER_MARKS = place`(?<=\S[?‐–…]|\?)(?!${CLOSING})|(?<=[/!|}])(?![\0-\x7f])(?=[\p{L}\p{N}])`
const AFTER_HYPHENS = place`(?<=[a-z\d]-)(?=\d)|(?<=[^\s-]-|-(?=[\0-\x7f]))(?=-|(?!\d|${CLOSING}))`
const AROUND_DASHES = place`(?<!${CLOSING})(?=—)|(?<=—)(?!—|${CLOSING})`
const BEFORE_BRACKETS = /(?<=[)\]}!|%,.:;~=&#*°])(?=\()/
const AROUND_WIDE = place`(?<=${WIDE}|[、。，．：；！？）」』】])(?!${CLOSING})|(?<!${OPENING})(?=${WIDE}|[「『（【])(?!${CLOSING})`
const AT_QUOTES = place`(?<=${WIDE})(?=[‘“«]${WIDE})|(?<=${WIDE}[’”»])(?=${WIDE})`

const PLACE = place`${AFTER_SPACES}|${AFTER_MARKS}|${AFTER_HYPHENS}|${AROUND_DASHES}|${BEFORE_BRACKETS}|${AROUND_WIDE}|${AT_QUOTES}`

/** Spaces and line breaks count as one space. One that does not break a line stays. */
export const collapsed = (text: string): string => text.replaceAll(/[ \t\n\r\f]+/g, ' ')

/** The parts of a collapsed text between which a line may end, with the spaces after them. */
export const partsOf = (text: string): string[] => text.split(PLACE).filter((part) => part !== '')
