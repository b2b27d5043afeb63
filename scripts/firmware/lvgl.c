// A screen with every widget of LVGL, tapped now and then; prints sums of what was drawn.
#include "lvgl.h"
void out(const char *s);
static lv_color_t pixels[320 * 40];
static uint32_t hash = 2166136261u;
static lv_disp_draw_buf_t buf;
static lv_disp_drv_t drv;
static lv_indev_drv_t in;
static lv_point_t at;
static bool down;
static void hex(uint32_t n) {
  char t[10];
  for (int i = 0; i < 8; i++)
    t[i] = "0123456789abcdef"[n >> (28 - 4 * i) & 15];
  t[8] = '\n';
  t[9] = 0;
  out(t);
}
static void flush(lv_disp_drv_t *d, const lv_area_t *a, lv_color_t *p) {
  int n = lv_area_get_size(a);
  for (int i = 0; i < n; i++)
    hash = (hash ^ p[i].full) * 16777619u;
  lv_disp_flush_ready(d);
}
static void point(lv_indev_drv_t *d, lv_indev_data_t *data) {
  data->point = at;
  data->state = down ? LV_INDEV_STATE_PR : LV_INDEV_STATE_REL;
}
static void step(int n) {
  while (n--) {
    lv_tick_inc(10);
    lv_timer_handler();
  }
  hex(hash);
}
static void tap(int x, int y) {
  at.x = x;
  at.y = y;
  down = true;
  step(10);
  down = false;
  step(30);
}
int main(void) {
  lv_init();
  lv_disp_draw_buf_init(&buf, pixels, 0, 320 * 40);
  lv_disp_drv_init(&drv);
  drv.draw_buf = &buf;
  drv.flush_cb = flush;
  drv.hor_res = 320;
  drv.ver_res = 240;
  lv_disp_drv_register(&drv);
  lv_indev_drv_init(&in);
  in.type = LV_INDEV_TYPE_POINTER;
  in.read_cb = point;
  lv_indev_drv_register(&in);
  lv_obj_t *tabs = lv_tabview_create(lv_scr_act(), LV_DIR_TOP, 40);
  lv_obj_t *t1 = lv_tabview_add_tab(tabs, "One"), *t2 = lv_tabview_add_tab(tabs, "Two"), *t3 = lv_tabview_add_tab(tabs, "Three");
  lv_obj_set_flex_flow(t1, LV_FLEX_FLOW_COLUMN);
  lv_obj_t *o;
  o = lv_btn_create(t1);
  o = lv_label_create(o);
  lv_label_set_text(o, "button");
  o = lv_slider_create(t1);
  lv_slider_set_value(o, 40, LV_ANIM_ON);
  o = lv_switch_create(t1);
  o = lv_checkbox_create(t1);
  lv_checkbox_set_text(o, "check");
  o = lv_dropdown_create(t1);
  lv_dropdown_set_options(o, "a\nb\nc");
  o = lv_roller_create(t1);
  lv_roller_set_options(o, "x\ny\nz", LV_ROLLER_MODE_NORMAL);
  o = lv_arc_create(t1);
  lv_arc_set_value(o, 70);
  o = lv_bar_create(t1);
  lv_bar_set_value(o, 20, LV_ANIM_OFF);
  o = lv_led_create(t1);
  lv_led_on(o);
  o = lv_spinbox_create(t1);
  lv_spinbox_increment(o);
  o = lv_line_create(t1);
  o = lv_chart_create(t2);
  lv_chart_series_t *s = lv_chart_add_series(o, lv_color_hex(0xff0000), LV_CHART_AXIS_PRIMARY_Y);
  for (int i = 0; i < 20; i++)
    lv_chart_set_next_value(o, s, i * i % 97);
  o = lv_calendar_create(t2);
  lv_calendar_set_today_date(o, 2021, 2, 23);
  lv_calendar_set_showed_date(o, 2021, 2);
  lv_calendar_header_arrow_create(o);
  o = lv_meter_create(t2);
  lv_meter_scale_t *sc = lv_meter_add_scale(o);
  lv_meter_set_scale_ticks(o, sc, 41, 2, 10, lv_color_hex(0x888888));
  lv_meter_indicator_t *nd = lv_meter_add_needle_line(o, sc, 4, lv_color_hex(0xff), -10);
  lv_meter_set_indicator_value(o, nd, 30);
  o = lv_table_create(t2);
  lv_table_set_cell_value(o, 0, 0, "a");
  lv_table_set_cell_value(o, 1, 1, "b");
  o = lv_colorwheel_create(t2, true);
  o = lv_textarea_create(t3);
  lv_textarea_add_text(o, "hello");
  lv_obj_t *k = lv_keyboard_create(t3);
  lv_keyboard_set_textarea(k, o);
  o = lv_list_create(t3);
  lv_list_add_text(o, "list");
  lv_list_add_btn(o, LV_SYMBOL_FILE, "new");
  o = lv_spangroup_create(t3);
  lv_span_t *sp = lv_spangroup_new_span(o);
  lv_span_set_text(sp, "span");
  lv_spangroup_refr_mode(o);
  o = lv_win_create(t3, 20);
  lv_win_add_title(o, "win");
  o = lv_spinner_create(t3, 1000, 60);
  static const char *const btns[] = {"Ok", "No", ""};
  o = lv_msgbox_create(0, "box", "text", (const char **)btns, true);
  step(50);
  tap(300, 100);
  tap(40, 80);
  tap(160, 20);
  step(40);
  tap(100, 120);
  tap(270, 20);
  step(40);
  tap(50, 200);
  return 0;
}
