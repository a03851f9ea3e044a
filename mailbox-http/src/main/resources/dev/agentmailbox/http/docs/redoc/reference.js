// The reference, with programs beside the operations.
import { init } from './redoc.standalone.js';
import { withSamples } from './samples.js';

const place = document.querySelector('#reference');
const description = await (await fetch(place.dataset.description)).json();
const languages = ['curl', 'Python', 'Node.js', 'Java'].map((lang) => ({ lang }));
const downloadUrls = [{ url: place.dataset.description, title: 'openapi.json' }];
init(withSamples(description), { codeSamples: { languages }, disableTelemetry: true, downloadUrls }, place);
