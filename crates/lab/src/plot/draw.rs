//! The pictures themselves.
//!
//! Consumes: pairs, or curves. Produces: an SVG file. Guarantees: what is drawn depends on the data alone.

use std::fmt::Display;
use std::path::Path;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::lines::Pair;

/// Where a picture goes, and its heading.
pub struct Picture<'a> {
    pub path: &'a Path,
    pub title: &'a str,
}

/// Squares of the heat map along each axis: of 0.01, as in the paper.
const SQUARES: usize = 100;
/// Bars of the histogram.
const BARS: usize = 20;
const SIZE: (u32, u32) = (720, 540);
const LABELS: (&str, i32) = ("sans-serif", 16);

impl Picture<'_> {
    /// How many pairs have each similarity and alignment ratio, from few in dark to many in light.
    pub fn heatmap(&self, pairs: &[Pair], r: f64) -> anyhow::Result<()> {
        let mut counts = vec![[0_u32; SQUARES]; SQUARES];
        for pair in pairs {
            counts[place(pair.similarity, SQUARES)][place(pair.alignment, SQUARES)] += 1;
        }
        let most = f64::from(counts.iter().flatten().copied().max().unwrap_or(1)).ln_1p();
        let side = 1.0 / SQUARES as f64;
        let squares = counts.iter().enumerate().flat_map(|(x, column)| {
            let filled = column.iter().enumerate().filter(|(_, count)| **count > 0);
            filled.map(move |(y, &count)| {
                let (left, low) = (x as f64 * side, y as f64 * side);
                let color = ViridisRGB.get_color(f64::from(count).ln_1p() / most);
                Rectangle::new([(left, low), (left + side, low + side)], color.filled())
            })
        });
        let heading = format!("{} (R = {r:.2}, {} pairs)", self.title, pairs.len());
        self.draw(&heading, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(12)
                .set_all_label_area_size(48)
                .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
            let mut mesh = chart.configure_mesh();
            mesh.disable_mesh().label_style(LABELS);
            mesh.x_desc("similarity of the fingerprints").y_desc("alignment ratio").draw()?;
            chart.draw_series(squares)?;
            Ok(())
        })
    }

    /// The similarities of functions and their nearest ones; those that pay below, the others on top of them.
    pub fn histogram(&self, nearest: &[Pair]) -> anyhow::Result<()> {
        let (mut pay, mut all) = ([0_u32; BARS], [0_u32; BARS]);
        for pair in nearest {
            let at = place(pair.similarity, BARS);
            all[at] += 1;
            pay[at] += u32::from(pair.saved > 0);
        }
        let most = all.iter().copied().max().unwrap_or(0).max(1);
        let bar = |at: usize, from: u32, to: u32, color: RGBColor| {
            let side = 1.0 / BARS as f64;
            let (left, right) = (at as f64 * side, (at as f64 + 0.9) * side);
            Rectangle::new([(left, f64::from(from)), (right, f64::from(to))], color.filled())
        };
        let legend = |color: RGBColor| {
            move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled())
        };
        let (good, bad) = (RGBColor(33, 113, 181), RGBColor(189, 189, 189));
        self.draw(self.title, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(12)
                .set_all_label_area_size(48)
                .build_cartesian_2d(0.0..1.0, 0.0..f64::from(most) * 1.05)?;
            let mut mesh = chart.configure_mesh();
            mesh.disable_x_mesh().label_style(LABELS);
            mesh.x_desc("similarity to the nearest function").y_desc("functions").draw()?;
            chart
                .draw_series((0..BARS).map(|at| bar(at, 0, pay[at], good)))?
                .label("merging them pays")
                .legend(legend(good));
            chart
                .draw_series((0..BARS).map(|at| bar(at, pay[at], all[at], bad)))?
                .label("it does not")
                .legend(legend(bad));
            let mut labels = chart.configure_series_labels();
            labels.position(SeriesLabelPosition::UpperLeft).label_font(LABELS);
            labels.background_style(WHITE).draw()?;
            Ok(())
        })
    }

    /// The share of the functions whose best partner is among the nearest, by how many of these are looked at.
    pub fn curves(&self, curves: &[(&str, &[f64])]) -> anyhow::Result<()> {
        let ranks = curves.iter().map(|curve| curve.1.len()).max().unwrap_or(1).max(2);
        self.draw(self.title, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(12)
                .set_all_label_area_size(48)
                .build_cartesian_2d(1.0..ranks as f64, 0.0..1.0)?;
            let mut mesh = chart.configure_mesh();
            mesh.label_style(LABELS).x_desc("candidates looked at");
            mesh.y_desc("best partner among them").draw()?;
            for (number, (name, values)) in curves.iter().enumerate() {
                let color = Palette99::pick(number).to_rgba();
                let points = (1..).zip(*values).map(|(rank, &value)| (f64::from(rank), value));
                chart
                    .draw_series(LineSeries::new(points, color.stroke_width(2)))?
                    .label(*name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], color));
            }
            let mut labels = chart.configure_series_labels();
            labels.position(SeriesLabelPosition::LowerRight).label_font(LABELS);
            labels.background_style(WHITE).draw()?;
            Ok(())
        })
    }

    fn draw(
        &self,
        heading: &str,
        content: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Failure>,
    ) -> anyhow::Result<()> {
        let area = SVGBackend::new(self.path, SIZE).into_drawing_area();
        let drawn = area
            .fill(&WHITE)
            .and_then(|()| area.titled(heading, ("sans-serif", 20)))
            .map_err(Failure::from)
            .and_then(|below| content(&below))
            .and_then(|()| area.present().map_err(Failure::from));
        drawn.map_err(|Failure(text)| anyhow!("cannot draw {}: {text}", self.path.display()))
    }
}

/// Why something could not be drawn: plotters' errors borrow from the picture.
struct Failure(String);

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// Which of so many equal parts of 0 to 1 a share falls in.
fn place(share: f64, parts: usize) -> usize {
    ((share * parts as f64) as usize).min(parts - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_their_places() {
        assert_eq!([0.0, 0.099, 0.1, 0.99, 1.0].map(|share| place(share, 10)), [0, 0, 1, 9, 9]);
    }
}
