export type AnswerStatus = 'answered' | 'refused' | 'empty' | 'error';

// A page of error or a refusal is short. Longer texts that use the same words talk about something.
const LONGEST_ERROR = 600;
const LONGEST_REFUSAL = 700;

const ERROR_STARTS =
  /^(?:http[ /]?(?:error|status)?:?\s?[45]\d\d|(?:error|status|code)[:\s]+(?:code\s)?[45]\d\d|[45]\d\d\b[\s:–-]{0,3}(?:error|bad|unauthorized|payment|forbidden|not found|method|request|conflict|gone|too many|internal|not implemented|service|gateway|temporarily|client|server|i'm a teapot)|error\s?[:–-]|error$|(?:an )?(?:unknown|unexpected|internal|network|server|application|api|fatal|upstream)[\w ]{0,20} error|(?:oops|uh[- ]oh|hmm|sorry|whoops)?[.!,…\s]*(?:something|it looks like something|it seems something)(?: seems to have)? (?:went|gone) wrong|an error (?:has )?occurred|there was (?:an error|a problem)|(?:we're |we are )?(?:sorry, )?(?:too many requests|rate limit|you(?:'ve| have) (?:reached|hit|exceeded)|quota exceeded|service (?:is )?(?:temporarily )?unavailable|server error|internal server error|bad gateway|gateway time-?out|access denied|access to this page|forbidden|unauthorized|request (?:timed out|time-?out|blocked|failed|rejected)|connection (?:timed out|refused|reset|error)|network error|timed? ?out|page not found|this page isn['’]t|this site can['’]t|the server (?:is|encountered|returned)|the request could not|unable to load|failed to (?:load|fetch|generate|get)|no response from)|just a moment\.|attention required|checking (?:your|if the site)|verify(?:ing)? (?:that )?you(?:['’]re| are)|please (?:verify|complete the|enable (?:javascript|cookies)|turn javascript|try again)|our systems have detected unusual traffic|unusual traffic from|are you a (?:robot|human)|i['’]m not a robot|captcha|enable javascript|you need to enable javascript|javascript is (?:required|disabled)|cloudflare ray id|overloaded_error|model (?:is )?overloaded|the (?:engine|model) is currently overloaded|(?:sorry, )?(?:the )?(?:assistant|chat|ai|model) is (?:currently )?(?:unavailable|overloaded|at capacity)|conversation not found|session (?:has )?expired|traceback \(most recent)/i;
const ERROR_DOCUMENT =
  /^\s*(?:<!doctype html|<html|<\?xml)[\s\S]{0,4000}?(?:\b[45]\d\d\b|error|denied|forbidden|not found|captcha|just a moment|unavailable|attention required)/i;
const ERROR_OBJECT =
  /^\s*\{\s*"(?:error|errors|detail|message|code|status|statusCode|type)"\s*:[\s\S]{0,400}(?:error|exceeded|denied|invalid|unauthorized|unavailable|overloaded|[45]\d\d)/i;

const APOLOGY = String.raw`(?:(?:i['’]m |i am )?(?:very |really |so |truly )?sorry[,.;:!]?\s?(?:but |that |however,? )?|i apologi[sz]e[,.;:]?\s?(?:but |that |for [\w ]{1,30}, )?|unfortunately,?\s|regrettably,?\s|my apologies[,.;:]?\s?(?:but )?|as an? (?:ai|artificial|large|language)[\w -]{0,40},?\s|for (?:safety|legal|privacy|policy) reasons,?\s)*`;
const REFUSAL_STARTS = new RegExp(
  `^[\\s"'>*]*${APOLOGY}(?:i (?:can['’]?t|cannot|can not|won['’]t|will not|am unable to|['’]m unable to|am not able to|don['’]t feel comfortable|must decline|have to decline|decline|am not (?:allowed|permitted)|shouldn['’]t)|i['’]m (?:unable|not able|not (?:allowed|permitted)) to|i['’]d rather not|this (?:request|content|topic|question) (?:violates|goes against|may violate|isn['’]t something)|that['’]s (?:not )?something i (?:can['’]t|cannot|can|won['’]t)|(?:your|the) (?:request|prompt) (?:was|has been) (?:blocked|flagged|rejected|declined)|i do not (?:provide|give|offer|engage)|i don['’]t (?:provide|give|offer|engage))\\b`,
  'i',
);
const REFUSED_ACTION =
  /\b(?:help|assist|answer|provide|offer|give|comply|fulfil|recommend|discuss|engage|continue|do that|share|generate|create|support|respond|advise|comment|make (?:recommendations|that)|process|complete|talk|violates|comfortable|decline|blocked|flagged|rejected|opinions?)\b/i;
const OTHER_REFUSALS =
  /^[\s"'>*]*(?:(?:es )?tut mir leid,?[\s\S]{0,60}(?:kann ich (?:dir |ihnen )?(?:dabei |leider )?nicht|nicht helfen)|ich kann (?:dir |ihnen )?(?:dabei |leider )?nicht|(?:je suis )?désolée?,?[\s\S]{0,40}je ne peux pas|je ne peux pas|lo siento,?[\s\S]{0,40}no puedo|no puedo (?:ayudar|proporcionar|responder)|mi dispiace,?[\s\S]{0,40}non posso|desculpe,?[\s\S]{0,40}não posso|申し訳(?:ありません|ございません)[\s\S]{0,40}(?:できません|お答え)|(?:很抱歉|对不起|抱歉)[\s\S]{0,30}(?:无法|不能)|죄송하지만[\s\S]{0,40}(?:없습니다|어렵습니다))/i;
/** Says that nothing was found, which is an answer. */
const NOTHING_FOUND =
  /^[\s"'>*]*[\s\S]{0,60}\b(?:find|locate|verify|confirm|identify|access (?:real|current|live)|browse)\b/i;
/** Goes on to answer after all. */
const GOES_ON =
  /\b(?:but|however|that said|instead|still)\b[^.!?\n]{0,80}\b(?:here (?:are|is)|here['’]s|following|options? (?:include|are)|such as|popular (?:options|choices)|top picks|recommendations? (?:include|are))|\n\s*(?:[-*•]|\d{1,2}[.)])\s[\s\S]{0,400}\n\s*(?:[-*•]|\d{1,2}[.)])\s/i;

/** What an answer is, as far as its text tells. `text` is the readable text, `answer` the answer as stored. */
export function toAnswerStatus(answer: string, text: string): AnswerStatus {
  if (!/[\p{L}\p{N}]/u.test(text))
    return /[\p{L}\p{N}]/u.test(answer.slice(0, 5000)) && hasContent(answer) ? 'answered' : 'empty';
  const start = answer.slice(0, 5000);
  if (ERROR_DOCUMENT.test(start) || (answer.length < 2000 && ERROR_OBJECT.test(start))) return 'error';
  if (text.length > Math.max(LONGEST_ERROR, LONGEST_REFUSAL)) return 'answered';
  const opening = text.replace(/^[^\p{L}\p{N}]+/u, '');
  if (text.length <= LONGEST_ERROR && ERROR_STARTS.test(opening)) return 'error';
  if (text.length <= LONGEST_REFUSAL && isRefusal(opening, answer)) return 'refused';
  return 'answered';
}

/** Code, an image or an address is an answer too, though none of its words count. Furniture alone is not. */
function hasContent(answer: string): boolean {
  return /```|`[^`]+`|!?\[[^\]]*\]\(|https?:\/\//.test(answer.slice(0, 5000));
}

function isRefusal(opening: string, answer: string): boolean {
  if (OTHER_REFUSALS.test(opening)) return !GOES_ON.test(answer);
  const match = REFUSAL_STARTS.exec(opening);
  if (match === null) return false;
  const rest = opening.slice(match[0].length, match[0].length + 160);
  const sentence = (/^[^.!?\n\u2029]*/.exec(rest) ?? [''])[0];
  if (NOTHING_FOUND.test(sentence.slice(0, 40))) return false;
  return REFUSED_ACTION.test(match[0] + sentence) && !GOES_ON.test(answer);
}
