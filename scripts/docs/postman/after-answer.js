// Keeps the session that an answer gives, and checks what holds for every answer.
const answer = pm.response.json();

if (answer.DATA?.secret && answer.DATA.expires) {
  pm.collectionVariables.set('secret', answer.DATA.secret);
  if (answer.DATA.pbcKey) pm.collectionVariables.set('pbcKey', answer.DATA.pbcKey);
}

pm.test('answers in the envelope', () => {
  pm.expect(answer.REQUEST.VERSION).to.equal('1.0');
  pm.expect(answer.REQUEST.ACTION).to.equal(pm.info.requestName);
  pm.expect(answer.REQUEST.STATUS).to.equal(pm.response.code === 200 ? 'OK' : 'FAILED');
});
pm.test('knows the request and who signed it', () => {
  pm.expect(pm.response.code).to.not.be.oneOf([405, 415]);
  pm.expect(answer.ERRORS?.ID).to.not.equal('rqat_required');
});
pm.test('is no fault', () => pm.expect(pm.response.code).to.be.below(500));
