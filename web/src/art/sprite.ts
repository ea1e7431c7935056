// Everything that is drawn more than once, as one set of symbols at the top of the page; drawings point at it with `<use>`.

import { buildings } from './buildings';
import { medals } from './medals';
import { money, weaves } from './money';
import { paint } from './paint';
import { frames, weave } from './frames';
import { signs } from './signs';
import { walls } from './walls';

export const sprite = `<defs>${paint}${weaves}${weave}</defs>${buildings}${walls}${money}${signs}${frames}${medals}`;
