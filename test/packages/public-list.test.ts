import { expect, it } from 'vitest';
import { publicList } from '../support/public-list.ts';

it('release/public.txt lists what is public: update it by `npm run print:public`', async () => {
  await expect(publicList()).toMatchFileSnapshot('../../release/public.txt');
});
