// Small signs: crests of the seats, sigils of the buildings for lists below 40 pixels, the wall, the hand; the back of a tile,
// the scoring card, and the gatehouse of the first page.

import type { Building } from '../protocol';
import { BUILDINGS } from './palette';
import {
  bow,
  circle,
  ellipse,
  face,
  g,
  khatam,
  line,
  lobed,
  ogive,
  p,
  r,
  rect,
  shoe,
  star,
  symbol,
  times,
  vol,
} from './draw';

const CREST = 'M50,3Q61,10 91,11V52Q91,82 50,98Q9,82 9,52V11Q39,10 50,3Z';
const crest = (k: string, sig: string): string =>
  symbol(
    `p-${k}`,
    p(CREST, '#1B0F2E', 'opacity=".25" transform="translate(2 3)"') +
      p(CREST, 'url(#gold)') +
      g(p(CREST, 'var(--c)') + p(CREST, 'url(#vol)', 'opacity=".55"'), 'transform="translate(6.5 6.5) scale(.87)"') +
      line(CREST, '#4A2E08', 1.6) +
      g(sig, 'fill="var(--i)"'),
  );
const crests =
  crest('dot', p('M50,22A26,26 0 1 1 49.9,22ZM50,30.5A17.5,17.5 0 1 0 50.1,30.5Z', 'var(--i)', 'fill-rule="evenodd"')) +
  crest('sun', p(star(50, 48, 12, 27, 17), 'var(--i)')) +
  crest(
    'key',
    p(
      'M50,20A14,14 0 0 1 54,47.5V72H62V66H67V78H46V47.5A14,14 0 0 1 50,20ZM50,27.5A6.5,6.5 0 1 0 50.1,27.5Z',
      'var(--i)',
      'fill-rule="evenodd"',
    ),
  ) +
  crest(
    'hand',
    p(
      'M40,76V62L30,50Q28,45 33,44L40,50V28Q43,23 46,28V42H47.5V23Q50.5,18 53.5,23V42H55V26Q58,21 61,26V44H62.5V33Q65.5,28 68.5,33V58Q68,68 62,76Z',
      'var(--i)',
    ),
  ) +
  crest('star', p(khatam(50, 48, 28), 'var(--i)') + circle(50, 48, 9, 'var(--c)')) +
  crest(
    'leaf',
    p('M50,18Q76,36 70,60Q64,72 52.5,73V84H47.5V73Q36,72 30,60Q24,36 50,18Z', 'var(--i)') +
      line('M50,30V73M50,48L39,40M50,60L38,53M50,48L61,40M50,60L62,53', 'var(--c)', 2.6),
  );

// ---- sigils of the buildings for tables and lists: outline and silhouette in one colour pair ----
const sig = (k: Building, shape: string, inner: string): string =>
  symbol(
    `i-${k}`,
    p(shape, BUILDINGS[k].fill) +
      line(shape, 'var(--sig-line)', 3.5, 'stroke-linejoin="round"') +
      g(inner, `fill="${BUILDINGS[k].ink}"`),
  );
const sigils =
  sig(
    'pavilion',
    'M50,4A46,46 0 1 1 49.9,4Z',
    '<path d="M50,16Q44,34 18,42H82Q56,34 50,16ZM24,46h8v26h-8zM46,46h8v26h-8zM68,46h8v26h-8zM18,75h64v7H18z"/>',
  ) +
  sig(
    'seraglio',
    star(50, 50, 8, 49, 39),
    '<path d="M50,16C38,26 34,34 38,45H62C66,34 62,26 50,16ZM27,34C19,41 18,44 20,49H34V44Q32,38 27,34ZM73,34' +
      'C81,41 82,44 80,49H66V44Q68,38 73,34ZM22,52H78V76H58V66A8,8 0 0 0 42,66V76H22Z"/>',
  ) +
  sig(
    'arcades',
    'M14,20H86Q97,20 97,31V69Q97,80 86,80H14Q3,80 3,69V31Q3,20 14,20Z',
    `<path fill-rule="evenodd" d="M12,30H88V72H12Z${shoe(26, 50, 9.6, 73)}${shoe(50, 50, 9.6, 73)}${shoe(74, 50, 9.6, 73)}"/>`,
  ) +
  sig(
    'chambers',
    'M9,9H91V91H9Z',
    `<path fill-rule="evenodd" d="M18,48H38V24H66V52H82V80H18ZM45,32v10h5v-10zM55,32v10h5v-10zM66,60v8h8v-8z${shoe(34, 66, 7, 81)}"/>`,
  ) +
  sig(
    'garden',
    lobed(50, 50, 4, 50),
    '<path d="M50,14C59,28 62,42 59,52H53V58H47V52H41C38,42 41,28 50,14ZM27,32C34,42 36,50 34,56H29V62H25V56H20' +
      'C18,50 20,42 27,32ZM73,32C80,42 82,50 80,56H75V62H71V56H66C64,50 66,42 73,32ZM20,66H80V74H20ZM34,78H66V84H34' +
      'Z"/>',
  ) +
  sig(
    'tower',
    'M10,6H90V54Q90,82 50,97Q10,82 10,54Z',
    '<path fill-rule="evenodd" d="M28,18H37V25H45V18H55V25H63V18H72V36L67,40V80H33V40L28,36ZM44,48V60H56V48Q50,42 44,48ZM45,68V80H55V68Q50,62 45,68Z"/>',
  ) +
  symbol(
    'i-wall',
    '<path fill="currentColor" d="M4,84V34H16V44H28V34H40V44H52V34H64V44H76V34H96V84ZM4,34" />' +
      '<path fill="none" stroke="var(--panel)" stroke-width="4" d="M4,60H96M28,60V84M62,60V84M46,46V60M80,46V60"/>',
  ) +
  symbol(
    'i-cards',
    '<path fill="currentColor" d="M14,24L58,12 78,78 36,92Z"/>' +
      '<path fill="none" stroke="var(--panel)" stroke-width="6" d="M44,20H90V90H44Z"/>' +
      '<path fill="currentColor" d="M46,20H88V88H46Z"/>',
  );

const back = symbol(
  't-back',
  rect(0, 0, 100, 100, '#1D5C63') +
    rect(0, 0, 100, 100, 'url(#f-star)') +
    rect(5, 5, 90, 90, 'none', 'stroke="#F0D48A" stroke-width="1.6"') +
    p(khatam(50, 50, 38), '#123F46') +
    line(khatam(50, 50, 38), '#F0D48A', 2) +
    p(khatam(50, 50, 28), '#C14A2B') +
    p(khatam(50, 50, 20), '#F7E9C8') +
    p(shoe(50, 47, 8.4, 62), '#123F46') +
    line('M.5,100V.5H100', '#fff', 1, 'opacity=".4"'),
);
const scoring = symbol(
  'c-scoring',
  rect(0, 0, 100, 140, '#5C1F3F', 'rx="9"') +
    rect(0, 0, 100, 140, 'url(#g-ducat)', 'rx="9" opacity=".55"') +
    rect(3, 3, 94, 134, 'none', 'rx="6.5" stroke="#FBE6A2" stroke-width="1.4"') +
    p('M18,130V54Q18,22 50,12Q82,22 82,54V130Z', '#FCF3DC') +
    line('M18,130V54Q18,22 50,12Q82,22 82,54V130Z', '#C99A3C', 2) +
    vol('M26,122V92H40V122Z', '#2F79BC') +
    vol('M43,122V76H57V122Z', '#B3211C') +
    vol('M60,122V100H74V122Z', '#43268C') +
    rect(23, 121, 54, 4, '#8A5A2E') +
    p(khatam(50, 48, 19), 'url(#gold)') +
    line(khatam(50, 48, 19), '#7A4E0C', 1.2),
  '0 0 100 140',
);
const gatehouse = symbol(
  'x-gate',
  ellipse(54, 90, 44, 7, '#1B0F2E', 'opacity=".3"') +
    [8, 66]
      .map(
        (x) =>
          vol(`M${x},28H${x + 26}V90H${x}Z`, 'var(--wall)') +
          p(`M${x},28H${x + 26}V90H${x}Z`, 'url(#bricks)') +
          times(3, (i) =>
            p(
              `M${r(x - 1 + i * 10)},30v-11l4,-4 4,4v11z`,
              'var(--wall-hi)',
              'stroke="var(--wall-ink)" stroke-width=".8"',
            ),
          ) +
          p(ogive(x + 13, 3, 44, 48, 56), '#2A120C'),
      )
      .join('') +
    face('M34,36H66V90H34Z', '#D98F5C') +
    p('M34,36h6v-5h6v5h8v-5h6v5h6v4H34z', 'var(--wall-hi)') +
    rect(36, 44, 28, 4, '#1F8A8A') +
    line('M36,46H64', '#FBF1D6', 1.6, 'stroke-dasharray="2 2"') +
    p(shoe(50, 65, 12, 90), '#2A120C') +
    line(bow(50, 65, 13.4), '#FBF1D6', 3.4) +
    line(bow(50, 65, 13.4), '#8E2A1C', 3.4, 'stroke-dasharray="3.4 3.4"') +
    line('M42,62V90M47,58V90M53,58V90M58,62V90M38,72H62M38,82H62', '#8A6A3A', 1.3),
);

export const signs = crests + sigils + back + scoring + gatehouse;
