/* Hashes, encrypts, signs, encodes and parses with libcrypto, and prints what comes out.
 * Prints the same on every run: nothing here is random.
 *
 * With arguments, TIMES NAME..., it only hashes or encrypts, by each name, so many times. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static unsigned char input[5000];

static void fill_input(void) {
  unsigned state = 1;
  for (size_t i = 0; i < sizeof input; i++) {
    state = state * 1103515245u + 12345u;
    input[i] = (unsigned char)(state >> 16);
  }
}

static void print_bytes(const char *what, const char *name, const unsigned char *bytes, size_t length) {
  printf("%s %s %zu ", what, name, length);
  for (size_t i = 0; i < length && i < 40; i++)
    printf("%02x", bytes[i]);
  printf("\n");
}

/* An error of the library, without the places in the source that it names. */
static void print_error(const char *what, const char *name) {
  unsigned long code = ERR_get_error();
  printf("%s %s failed: %s\n", what, name, code ? ERR_reason_error_string(code) : "no reason");
  ERR_clear_error();
}

/* The digest of some bytes, to print long ones by. */
static void print_digest(const char *what, const char *name, const unsigned char *bytes, size_t length) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes, length, digest, &size, EVP_sha256(), NULL);
  printf("%zu bytes: ", length);
  print_bytes(what, name, digest, 16);
}

/* --- digests, ciphers, codes, derived keys ------------------------------------------------------- */

static const char *const digests[] = {
    "MD4",      "MD5",      "SHA1",     "SHA224",   "SHA256",    "SHA384",     "SHA512",   "SHA512-256",
    "SHA3-224", "SHA3-256", "SHA3-512", "SHAKE128", "SHAKE256",  "BLAKE2b512", "BLAKE2s256", "RIPEMD160",
    "SM3",      "MDC2",     "whirlpool", "MD5-SHA1", "NULL",     "no-such-digest"};

static void hash(const char *name) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_MD *md = EVP_MD_fetch(NULL, name, NULL);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (md && EVP_DigestInit_ex(context, md, NULL)) {
    for (size_t at = 0; at < sizeof input; at += 77)
      EVP_DigestUpdate(context, input + at, at + 77 < sizeof input ? 77 : sizeof input - at);
    if (EVP_DigestFinal_ex(context, out, &size))
      print_bytes("digest", name, out, size);
    else
      print_error("digest", name);
  } else {
    print_error("digest", name);
  }
  EVP_MD_CTX_free(context);
  EVP_MD_free(md);
}

static const char *const ciphers[] = {
    "AES-128-ECB",      "AES-128-CBC",      "AES-192-CTR",       "AES-256-CFB",   "AES-256-OFB",      "AES-128-GCM",
    "AES-256-OCB",      "AES-256-XTS",      "AES-128-WRAP",      "ARIA-128-CBC",  "ARIA-256-GCM",     "CAMELLIA-128-CBC",
    "CAMELLIA-256-CTR", "SM4-CBC",          "SM4-CTR",           "DES-EDE3-CBC",  "ChaCha20",         "ChaCha20-Poly1305",
    "BF-CBC",           "CAST5-CBC",        "RC4",               "SEED-CBC",      "IDEA-CBC",         "AES-256-CBC-CTS",
    "AES-128-SIV",      "no-such-cipher"};

static int crypt(EVP_CIPHER *cipher, int encrypt, const unsigned char *in, int length, unsigned char *out) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int done = 0, last = 0;
  EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  int good = EVP_CipherInit_ex2(context, cipher, input + 100, input + 200, encrypt, NULL) &&
             EVP_CipherUpdate(context, out, &done, in, length);
  /* Modes with a tag are only encrypted here, so that the end of decryption may fail. */
  if (good && !EVP_CipherFinal_ex(context, out + done, &last))
    good = 0;
  EVP_CIPHER_CTX_free(context);
  return good ? done + last : -1;
}

static void encrypt(const char *name) {
  static unsigned char out[4096], back[4096];
  EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
  int length = cipher ? crypt(cipher, 1, input, 1024, out) : -1;
  if (length < 0) {
    print_error("cipher", name);
  } else {
    print_digest("cipher", name, out, (size_t)length);
    int again = crypt(cipher, 0, out, length, back);
    printf("  decrypted %s\n", again == 1024 && !memcmp(back, input, 1024) ? "equal" : "not");
    ERR_clear_error();
  }
  EVP_CIPHER_free(cipher);
}

static void authenticate(const char *name, const char *parameter, char *value) {
  unsigned char out[EVP_MAX_MD_SIZE];
  size_t size = 0;
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(parameter, value, 0), OSSL_PARAM_construct_end()};
  EVP_MAC *mac = EVP_MAC_fetch(NULL, name, NULL);
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
  if (context && EVP_MAC_init(context, input, 32, parameters) && EVP_MAC_update(context, input, 999) &&
      EVP_MAC_final(context, out, &size, sizeof out))
    print_bytes("mac", name, out, size);
  else
    print_error("mac", name);
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(mac);
}

static void derive(void) {
  unsigned char out[48];
  PKCS5_PBKDF2_HMAC("password", 8, input, 16, 100, EVP_sha512(), sizeof out, out);
  print_bytes("kdf", "pbkdf2", out, sizeof out);
  if (EVP_PBE_scrypt("password", 8, input, 16, 16, 2, 1, 1 << 20, out, sizeof out))
    print_bytes("kdf", "scrypt", out, sizeof out);
  EVP_BytesToKey(EVP_aes_256_cbc(), EVP_md5(), input, input + 9, 20, 3, out, out + 32);
  print_bytes("kdf", "bytes to key", out, sizeof out);
}

/* --- numbers, curves, keys ------------------------------------------------------------------------ */

static void print_number(const char *what, const BIGNUM *number) {
  char *text = BN_bn2dec(number);
  printf("number %s %.70s %d bits\n", what, text, BN_num_bits(number));
  OPENSSL_free(text);
}

static void calculate(void) {
  BN_CTX *context = BN_CTX_new();
  BIGNUM *a = NULL, *b = NULL, *c = BN_new(), *d = BN_new();
  BN_hex2bn(&a, "c7f1bc1dfb1be82d244aef01228c1409c198894eca9e21430f1669b4aa3864c9f37f3d51b2b4ba1ab9e80f59d267fda1521e88b05");
  BN_dec2bn(&b, "170141183460469231731687303715884105727");
  BN_mul(c, a, b, context), print_number("product", c);
  BN_div(c, d, a, b, context), print_number("quotient", c), print_number("remainder", d);
  BN_mod_exp(c, b, b, a, context), print_number("power", c);
  printf("inverse %s\n", BN_mod_inverse(c, b, a, context) ? "found" : "none");
  BN_gcd(d, a, b, context), print_number("gcd", d);
  BN_sqr(c, a, context), BN_rshift(c, c, 13), BN_sub(c, c, b), print_number("square", c);
  BN_mod_sqrt(c, BN_value_one(), b, context), print_number("root", c);
  printf("prime %d %d\n", BN_check_prime(b, context, NULL), BN_check_prime(a, context, NULL));
  BN_free(a), BN_free(b), BN_free(c), BN_free(d);
  BN_CTX_free(context);
}

static void multiply(int curve) {
  EC_GROUP *group = EC_GROUP_new_by_curve_name(curve);
  BN_CTX *context = BN_CTX_new();
  if (!group) {
    print_error("curve", OBJ_nid2sn(curve));
    return;
  }
  EC_POINT *point = EC_POINT_new(group), *sum = EC_POINT_new(group);
  BIGNUM *factor = BN_bin2bn(input, 24, NULL);
  EC_POINT_mul(group, point, factor, NULL, NULL, context);
  EC_POINT_dbl(group, sum, point, context);
  EC_POINT_add(group, sum, sum, EC_GROUP_get0_generator(group), context);
  char *text = EC_POINT_point2hex(group, sum, POINT_CONVERSION_COMPRESSED, context);
  printf("curve %s %s on curve %d\n", OBJ_nid2sn(curve), text, EC_POINT_is_on_curve(group, sum, context));
  OPENSSL_free(text);
  BN_free(factor), EC_POINT_free(point), EC_POINT_free(sum), EC_GROUP_free(group);
  BN_CTX_free(context);
}

static void print_public(const char *name, EVP_PKEY *key) {
  BIO *out = BIO_new(BIO_s_mem());
  char *text;
  EVP_PKEY_print_public(out, key, 2, NULL);
  PEM_write_bio_PUBKEY(out, key);
  long length = BIO_get_mem_data(out, &text);
  printf("key %s\n%.*s", name, (int)length, text);
  BIO_free(out);
}

/* Keys whose signatures need no random numbers. */
static void sign(const char *name, int type) {
  unsigned char signature[256];
  size_t size = sizeof signature;
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, input, type == EVP_PKEY_ED448 ? 57 : 32);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (key && EVP_DigestSignInit(context, NULL, NULL, NULL, key) && EVP_DigestSign(context, signature, &size, input, 500)) {
    print_bytes("signature", name, signature, size);
    print_public(name, key);
    for (int wrong = 0; wrong < 2; wrong++) {
      EVP_MD_CTX_reset(context);
      EVP_DigestVerifyInit(context, NULL, NULL, NULL, key);
      printf("  verified %d\n", EVP_DigestVerify(context, signature, size, input + wrong, 500) == 1);
    }
    ERR_clear_error();
  } else {
    print_error("signature", name);
  }
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
}

/* --- encodings -------------------------------------------------------------------------------------- */

static void encode(void) {
  unsigned char out[200], back[200];
  int length = EVP_EncodeBlock(out, input, 100);
  printf("base64 %s\n", out);
  printf("decoded %d\n", EVP_DecodeBlock(back, out, length));
  char *hex = OPENSSL_buf2hexstr(input, 12);
  printf("hex %s\n", hex);
  OPENSSL_free(hex);
  ASN1_TIME *when = ASN1_TIME_set(NULL, 1000000000);
  BIO *out_file = BIO_new_fp(stdout, BIO_NOCLOSE);
  ASN1_TIME_print(out_file, when);
  BIO_printf(out_file, " time, %d %s\n", 42, "formatted");
  (void)BIO_flush(out_file);
  BIO_free(out_file);
  ASN1_TIME_free(when);
}

static void parse_structures(void) {
  BIO *out = BIO_new_fp(stdout, BIO_NOCLOSE);
  X509_NAME *name = X509_NAME_new();
  const char *const parts[][2] = {{"C", "DE"}, {"O", "Example & Sons"}, {"CN", "example.org"}, {"emailAddress", "a@b.c"}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    X509_NAME_add_entry_by_txt(name, parts[i][0], MBSTRING_UTF8, (const unsigned char *)parts[i][1], -1, -1, 0);
  X509_NAME_print_ex(out, name, 0, XN_FLAG_RFC2253);
  unsigned char *der = NULL;
  int length = i2d_X509_NAME(name, &der);
  BIO_printf(out, "\n");
  ASN1_parse_dump(out, der, length, 1, 0);
  der[1] ^= 1;
  const unsigned char *at = der;
  BIO_printf(out, "damaged %s\n", d2i_X509_NAME(NULL, &at, length) ? "parsed" : ERR_reason_error_string(ERR_peek_error()));
  ERR_clear_error();
  OPENSSL_free(der);
  X509_NAME_free(name);
  (void)BIO_flush(out);
  BIO_free(out);
}

/* A certificate that signs itself: built, written, read, printed, checked. */
static void certify(void) {
  BIO *out = BIO_new_fp(stdout, BIO_NOCLOSE), *memory = BIO_new(BIO_s_mem());
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, input, 32);
  X509 *certificate = X509_new();
  X509_NAME *name = X509_NAME_new();
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"root", -1, -1, 0);
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 4711);
  X509_set_issuer_name(certificate, name);
  X509_set_subject_name(certificate, name);
  ASN1_TIME_set_string(X509_getm_notBefore(certificate), "20200101000000Z");
  ASN1_TIME_set_string(X509_getm_notAfter(certificate), "20400101000000Z");
  X509_set_pubkey(certificate, key);
  X509_EXTENSION *constraint = X509V3_EXT_conf_nid(NULL, NULL, NID_basic_constraints, "critical,CA:TRUE,pathlen:3");
  X509_EXTENSION *usage = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "DNS:example.org,IP:10.0.0.1,URI:http://x/");
  X509_add_ext(certificate, constraint, -1);
  X509_add_ext(certificate, usage, -1);
  printf("signed %d\n", X509_sign(certificate, key, NULL) > 0);
  PEM_write_bio_X509(memory, certificate);
  X509 *read = PEM_read_bio_X509(memory, NULL, NULL, NULL);
  if (read) {
    X509_print_ex(out, read, 0, 0);
    (void)BIO_flush(out);
    printf("verifies %d, host %d %d\n", X509_verify(read, key), X509_check_host(read, "example.org", 0, 0, NULL),
           X509_check_host(read, "example.com", 0, 0, NULL));
  } else {
    print_error("certificate", "read");
  }
  X509_free(read), X509_free(certificate), X509_NAME_free(name), X509_EXTENSION_free(constraint), X509_EXTENSION_free(usage);
  EVP_PKEY_free(key);
  BIO_free(out), BIO_free(memory);
}

static void read_configuration(void) {
  static const char text[] = "[one]\nkey = value\nother = ${key}-more\n[two]\nlist = a, b, c\nbad\n";
  BIO *in = BIO_new_mem_buf(text, -1);
  CONF *conf = NCONF_new(NULL);
  long line = 0;
  printf("configuration %d", NCONF_load_bio(conf, in, &line));
  printf(" line %ld\n", line);
  ERR_clear_error();
  NCONF_free(conf), BIO_free(in);
  in = BIO_new_mem_buf(text, (int)sizeof text - 5);
  conf = NCONF_new(NULL);
  if (NCONF_load_bio(conf, in, &line) > 0)
    printf("%s %s\n", NCONF_get_string(conf, "one", "other"), NCONF_get_string(conf, "two", "list"));
  NCONF_free(conf), BIO_free(in);
}

static int repeat(int times, char **names, int count) {
  for (int i = 0; i < count; i++) {
    EVP_MD *digest = EVP_MD_fetch(NULL, names[i], NULL);
    for (int time = 0; time < times; time++)
      (digest ? hash : encrypt)(names[i]);
    EVP_MD_free(digest);
    ERR_clear_error();
  }
  return 0;
}

int main(int count, char **arguments) {
  static char sha256[] = "SHA256", aes[] = "AES-128-CBC";
  fill_input();
  if (count > 1)
    return repeat(atoi(arguments[1]), arguments + 2, count - 2);
  for (size_t i = 0; i < sizeof digests / sizeof *digests; i++)
    hash(digests[i]);
  for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
    encrypt(ciphers[i]);
  authenticate("HMAC", OSSL_MAC_PARAM_DIGEST, sha256);
  authenticate("CMAC", OSSL_MAC_PARAM_CIPHER, aes);
  authenticate("KMAC128", OSSL_MAC_PARAM_CUSTOM, aes);
  authenticate("Poly1305", OSSL_MAC_PARAM_CUSTOM, aes);
  derive();
  calculate();
  static const int curves[] = {NID_X9_62_prime256v1, NID_secp384r1, NID_secp521r1, NID_secp256k1, NID_brainpoolP256r1, NID_sect283k1};
  for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
    multiply(curves[i]);
  sign("Ed25519", EVP_PKEY_ED25519);
  sign("Ed448", EVP_PKEY_ED448);
  encode();
  parse_structures();
  certify();
  read_configuration();
  return 0;
}
