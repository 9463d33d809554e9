import { ClientError } from '@soapwright/runtime/client';
import { type Forecast, faults, WeatherClient } from '../generated/weather/client.js';

const client = new WeatherClient({ address: new URL('/weather', location.href).href });
const form = document.querySelector('form') as HTMLFormElement;
const list = document.querySelector('ul') as HTMLUListElement;
const status = document.querySelector('[role=status]') as HTMLElement;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  list.replaceChildren();
  status.textContent = 'Asking …';
  const Place = String(new FormData(form).get('place'));
  try {
    list.append(...(await client.GetForecast({ Place })).map(item));
    status.textContent = '';
  } catch (error) {
    status.textContent = textOf(error);
  }
});

function item({ Date: day, Sky, $choice }: Forecast): HTMLLIElement {
  const element = document.createElement('li');
  element.textContent = `${day}: ${Sky}, ${$choice.value} °${$choice.case === 'Celsius' ? 'C' : 'F'}`;
  return element;
}

function textOf(error: unknown): string {
  if (faults.UnknownPlace.is(error)) return `Perhaps you mean ${error.value.Nearest.join(' or ')}?`;
  if (error instanceof ClientError) return error.help;
  throw error;
}
