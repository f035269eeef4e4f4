export type AnswerStatus = 'answered' | 'refused' | 'empty' | 'error';

// Error pages and refusals are short. A longer text with the same words is an answer about something.
const MAX_ERROR_LENGTH = 600;
const MAX_REFUSAL_LENGTH = 700;

/** An error only as a whole message: a sentence may start with the same words. */
const ERROR_MESSAGES = [
  'error',
  'access denied',
  'forbidden',
  'unauthorized',
  'bad gateway',
  'bad request',
  'captcha(?: (?:required|verification|challenge))?',
  'gateway time-?out',
  '(?:internal )?server error',
  'network error',
  'connection (?:timed out|refused|reset|error|closed)',
  'request (?:timed out|time-?out|blocked|failed|rejected|aborted)',
  'timed out|time-?out',
  'page not found|not found',
  'service (?:is )?(?:temporarily |currently )?unavailable',
  'rate[- ]limit(?:ed|s)?(?: exceeded| reached| hit)?',
  'too many requests',
  'quota exceeded',
  'attention required',
  'conversation not found',
  '(?:your |the )?session (?:has )?expired',
  "i['’]m not a robot",
  'are you a (?:robot|human)',
  '(?:an? |the )?(?:unknown|unexpected|internal|network|server|application|api|fatal|upstream)(?: \\w+){0,2} error(?: (?:has )?occurred)?',
];
/** An error, no matter what follows. */
const ERROR_OPENINGS = [
  'http[ /]?(?:error|status)?:?\\s?[45]\\d\\d',
  '(?:error|status)[:\\s]+(?:code:?\\s)?[45]\\d\\d',
  '[45]\\d\\d[\\s:–-]{1,3}(?:error|bad gateway|bad request|unauthorized|payment required|forbidden|not found\\b(?! a)|method not|request time|conflict|too many|internal server|not implemented|service unavailable|gateway time|client error|server error)',
  'error\\s?[:–-]',
  '(?:(?:oops|uh[- ]oh|hmm+|sorry|whoops|ugh)[.!,…\\s]*)?(?:it (?:looks|seems) like )?something(?: seems to have)? (?:went|gone) wrong',
  'an (?:\\w+ )?error (?:has )?occurred',
  'there was (?:an error|a problem) (?:generating|loading|processing|with|while|retrieving|getting|communicating)',
  "you(?:['’]ve| have) (?:reached|hit|exceeded|been) (?:your |the |a |rate )*(?:\\w+ ){0,3}(?:limit|limited|quota|blocked)",
  'you (?:exceeded|have exceeded) your',
  'access to this page has been',
  "this (?:page|site) (?:isn|can)['’]t (?:be reached|working|available|provide)",
  'the server (?:is (?:currently |temporarily )?(?:busy|unavailable|overloaded|down)|encountered|returned)',
  'the request could not be',
  '(?:unable|failed) to (?:load|fetch|generate|get|retrieve|connect)(?: \\w+){0,4}(?:[.:!]|$)',
  'no response (?:from|was received)',
  'just a moment\\.',
  'checking (?:your browser|if the site)',
  "verify(?:ing)? (?:that )?you(?:['’]re| are) (?:a )?human",
  'please (?:verify (?:that )?you|complete the (?:captcha|security|challenge)|enable (?:javascript|cookies)|turn javascript|try again)',
  '(?:our systems have detected )?unusual traffic from',
  '(?:you need to )?enable javascript',
  'javascript is (?:required|disabled)',
  'cloudflare ray id',
  'overloaded_error',
  '(?:sorry, )?(?:the |this )?(?:engine|assistant|chat|ai|model|server) is (?:currently |temporarily )?(?:unavailable|overloaded|at capacity)',
  'traceback \\(most recent',
];
const ERROR_STARTS = new RegExp(
  `^(?:${ERROR_OPENINGS.join('|')}|(?:${ERROR_MESSAGES.join('|')})\\s*(?:$|[.:!–\u2029\\n(]|- ))`,
  'i',
);
const ERROR_DOCUMENT =
  /^\s*(?:<!doctype html|<html|<\?xml)[\s\S]{0,4000}?(?:\b[45]\d\d\b|error|denied|forbidden|not found|captcha|just a moment|unavailable|attention required)/i;
const ERROR_OBJECT =
  /^\s*\{\s*"(?:error|errors|detail|message|code|status|statusCode|type)"\s*:[\s\S]{0,400}(?:error|exceeded|denied|invalid|unauthorized|unavailable|overloaded|[45]\d\d)/i;

const APOLOGY = String.raw`(?:(?:i['’]m |i am )?(?:very |really |so |truly )?sorry[,.;:!]?\s?(?:but |that |however,? )?|i apologi[sz]e[,.;:]?\s?(?:but |that |for [\w ]{1,30}, )?|unfortunately,?\s|regrettably,?\s|my apologies[,.;:]?\s?(?:but )?|as an? (?:ai|artificial|large|language)[\w -]{0,40},?\s|for (?:safety|legal|privacy|policy) reasons,?\s)*`;
const REFUSAL_STARTS = new RegExp(
  `^[\\s"'>*]*${APOLOGY}(?:i (?:can['’]?t|cannot|can not|won['’]t|will not|am unable to|['’]m unable to|am not able to|don['’]t feel comfortable|must decline|have to decline|decline|am not (?:allowed|permitted)|shouldn['’]t)|i['’]m (?:unable|not able|not (?:allowed|permitted)) to|i['’]d rather not|this (?:request|content|topic|question) (?:violates|goes against|may violate|isn['’]t something)|that['’]s (?:not )?something i (?:can['’]t|cannot|can|won['’]t)|(?:your|the) (?:request|prompt) (?:was|has been) (?:blocked|flagged|rejected|declined)|i do not (?:provide|give|offer|engage)|i don['’]t (?:provide|give|offer|engage))\\b`,
  'i',
);
const REFUSED_ACTIONS =
  /\b(?:help|assist|answer|provide|offer|give|comply|fulfil|recommend|discuss|engage|continue|do that|share|generate|create|support|respond|advise|comment|make (?:recommendations|that)|process|complete|talk|violates|comfortable|decline|blocked|flagged|rejected|opinions?)\b/i;
const NON_ENGLISH_REFUSALS =
  /^[\s"'>*]*(?:(?:es )?tut mir leid,?[\s\S]{0,60}(?:kann ich (?:dir |ihnen )?(?:dabei |leider )?nicht|nicht helfen)|ich kann (?:dir |ihnen )?(?:dabei |leider )?nicht|(?:je suis )?désolée?,?[\s\S]{0,40}je ne peux pas|je ne peux pas|lo siento,?[\s\S]{0,40}no puedo|no puedo (?:ayudar|proporcionar|responder)|mi dispiace,?[\s\S]{0,40}non posso|desculpe,?[\s\S]{0,40}não posso|申し訳(?:ありません|ございません)[\s\S]{0,40}(?:できません|お答え)|(?:很抱歉|对不起|抱歉)[\s\S]{0,30}(?:无法|不能)|죄송하지만[\s\S]{0,40}(?:없습니다|어렵습니다))/i;
/** The sentence says that nothing was found, which is an answer. */
const NOTHING_FOUND =
  /^[\s"'>*]*[\s\S]{0,60}\b(?:find|locate|verify|confirm|identify|access (?:real|current|live)|browse)\b/i;
/** The text answers after all. */
const ANSWERS_ANYWAY =
  /\b(?:but|however|that said|instead|still)\b[^.!?\n]{0,80}\b(?:here (?:are|is)|here['’]s|following|options? (?:include|are)|such as|popular (?:options|choices)|top picks|recommendations? (?:include|are))|\n\s*(?:[-*•]|\d{1,2}[.)])\s[\s\S]{0,400}\n\s*(?:[-*•]|\d{1,2}[.)])\s/i;

/** The status that follows from the text of an answer. `text` is the readable text, `answer` the answer as stored. */
export function toAnswerStatus(answer: string, text: string): AnswerStatus {
  if (!/[\p{L}\p{N}]/u.test(text))
    return /[\p{L}\p{N}]/u.test(answer.slice(0, 5000)) && hasContent(answer) ? 'answered' : 'empty';
  const start = answer.slice(0, 5000);
  if (ERROR_DOCUMENT.test(start) || (answer.length < 2000 && ERROR_OBJECT.test(start))) return 'error';
  if (text.length > Math.max(MAX_ERROR_LENGTH, MAX_REFUSAL_LENGTH)) return 'answered';
  const opening = text.replace(/^[^\p{L}\p{N}]+/u, '');
  if (text.length <= MAX_ERROR_LENGTH && ERROR_STARTS.test(opening)) return 'error';
  if (text.length <= MAX_REFUSAL_LENGTH && isRefusal(opening, answer)) return 'refused';
  return 'answered';
}

/** Code, images and addresses are an answer too, although their words do not count. Page furniture alone is not. */
function hasContent(answer: string): boolean {
  return /```|`[^`]+`|!?\[[^\]]*\]\(|https?:\/\//.test(answer.slice(0, 5000));
}

function isRefusal(opening: string, answer: string): boolean {
  if (NON_ENGLISH_REFUSALS.test(opening)) return !ANSWERS_ANYWAY.test(answer);
  const match = REFUSAL_STARTS.exec(opening);
  if (match === null) return false;
  const rest = opening.slice(match[0].length, match[0].length + 160);
  const sentence = (/^[^.!?\n\u2029]*/.exec(rest) ?? [''])[0];
  if (NOTHING_FOUND.test(sentence.slice(0, 40))) return false;
  return REFUSED_ACTIONS.test(match[0] + sentence) && !ANSWERS_ANYWAY.test(answer);
}
